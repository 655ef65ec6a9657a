// `NAME=value` before a command: names that make a program run, load or fetch something else are refused; the operator is asked about every
// other.
import { sentence } from '@countersign/protocol'
import { isSensitive, suspectPath } from '../path/index.ts'
import { type Judgement, printable, rate, refuse } from '../risk/index.ts'
import type { ShellWord } from './shell-command.ts'

/** Names that decide what is run, where it is found, what it loads, how it is configured or which host it talks to. */
export const TAKES_OVER = new RegExp(
  `^(?:${[
    'PATH|HOME|ENV|IFS|SHELL|SHELLOPTS|PWD|OLDPWD|USER|LOGNAME|TMPDIR|TMP|TEMP|TERMINFO\\w*|TERMCAP|DISPLAY|BROWSER|VISUAL|EDITOR|EXINIT|VIMINIT',
    'BASH\\w*|ZDOTDIR|ZSH\\w*|KSH\\w*|PS[0-4]|PROMPT\\w*|HIST\\w*|FCEDIT|CDPATH|FPATH|GLOB\\w*|OPT\\w*|REPLY|POSIXLY_CORRECT|INPUTRC|MAIL\\w*',
    'GIT_\\w*|SSH_\\w*|SVN_\\w*|HG\\w*|GPG\\w*|GNUPG\\w*|LESS\\w*|MORE|MAN\\w*|GREP_\\w*|TAR_\\w*|TAPE|ZIP\\w*|UNZIP\\w*|GZIP|BZIP2?|XZ_\\w*|RSH',
    'LD_\\w*|DYLD_\\w*|GLIBC_\\w*|GCONV_\\w*|LOCPATH|LOCALDOMAIN|HOSTALIASES|RES_OPTIONS|NLSPATH|MALLOC_\\w*|ASAN_\\w*',
    'GCC_\\w*|COMPILER_PATH|LIBRARY_PATH|CPATH|\\w*_INCLUDE_PATH|DEPENDENCIES_OUTPUT|SUNPRO_DEPENDENCIES|CC|CXX|CPP|LD|AS|AR|MAKE\\w*',
    'NODE_OPTIONS|NODE_PATH|NODE_REPL_\\w*|NODE_EXTRA_\\w*|NODE_TLS_\\w*|NODE_V8_\\w*|NODE_GYP\\w*|OPENSSL_\\w*|SSL\\w*|CURL_\\w*|WGETRC|NETRC',
    'NPM_\\w*|YARN_\\w*|PNPM_\\w*|COREPACK_\\w*|ELECTRON_\\w*|PIP_\\w*|VIRTUAL_ENV|CONDA_\\w*|CARGO\\w*|RUST\\w*|GO\\w*|DOCKER_\\w*|KUBE\\w*|AWS_\\w*',
    'PYTHON(?!PATH$|UNBUFFERED$|DONTWRITEBYTECODE$|HASHSEED$|UTF8$|IOENCODING$)\\w*|PERL\\w*|RUBY\\w*|GEM_\\w*|BUNDLE_\\w*|LUA_\\w*|PHP\\w*|JAVA_\\w*|_JAVA_\\w*|JDK_\\w*|CLASSPATH',
    'XDG_\\w*|DBUS_\\w*|SUDO_\\w*|DOAS_\\w*|COUNTERSIGN_\\w*|\\w*PAGER|\\w*EDITOR|\\w*_COMMAND|\\w*_CMD|\\w*_OPTIONS|\\w*_OPTS|\\w*_FLAGS|\\w*FLAGS',
    '\\w*PRELOAD\\w*|\\w*_PROXY|\\w*ASKPASS\\w*|\\w*_CONFIG|\\w*_RC|\\w*RCFILE|\\w*_WRAPPER|\\w*_EXEC\\w*|\\w*_PROGRAM|\\w*_LOADER|\\w*_HOOKS?|\\w*_SHELL|(?!PYTHON)\\w*PATH',
  ].join('|')})$`,
  'i',
)

export function judgeAssignment({ value, raw, dynamic }: ShellWord): Judgement {
  const name = /^[A-Za-z_]\w*/.exec(raw)?.[0] ?? ''
  if (name === '' || raw.startsWith('+=', name.length)) return refuse('COMMAND_NOT_ALLOWED', raw, sentence('advice.plain-values'))
  if (TAKES_OVER.test(name)) return refuse('COMMAND_NOT_ALLOWED', `${name}=`, sentence('advice.decisive-variable'))
  const text = value.slice(name.length + 1)
  const suspect = suspectPath(text)
  if (suspect) return { refusal: suspect }
  if (isSensitive(text)) return refuse('SENSITIVE_FILE', text)
  const isKnown = dynamic.length === 0
  const sets = isKnown ? sentence('shell.sets-variable', { name, value: printable(text) }) : sentence('shell.sets-variable-later', { name })
  return rate([{ risk: 'HIGH', sentence: sets }])
}
