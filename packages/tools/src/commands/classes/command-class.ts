// Which calls of a command one answer may cover: by default one sub-command. A call is never a class if the next call could then run
// something entirely different (inline code, scripts of a package, options before the sub-command). If the network is used, every word that
// names a host or a package belongs to the class.

import { ALLOWED_COMMANDS, isRefused, judgeCommand } from '@countersign/policy'
import { sentence } from '@countersign/protocol'
import type { CallClass } from '../../define-tool.ts'
import { quoteWords } from '../../words/quote-word.ts'

export interface CommandCall {
  readonly command: string
  readonly args: readonly string[]
}

const INTERPRETERS = new Set(['python', 'python3', 'node'])

// These run other programs by nature, or by an option that the sub-command does not reveal.
const NEVER = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'fish',
  'ksh',
  'env',
  'xargs',
  'timeout',
  'nohup',
  'nice',
  'time',
  'watch',
  'parallel',
  'script',
  'ssh',
  'perl',
  'ruby',
  'php',
  'lua',
  'awk',
  'sed',
  'deno',
  'bun',
  'npx',
  'pnpx',
  'uvx',
  'tar',
  'zip',
  'unzip',
  'gcc',
  'locate',
  'make',
  'docker',
])

const NEVER_SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(['config', 'submodule', 'bisect', 'filter-branch', 'difftool', 'mergetool', 'daemon', 'hook', 'rebase', 'for-each-repo']),
  npm: new Set(['run', 'run-script', 'rum', 'urn', 'exec', 'x', 'explore', 'init', 'create', 'innit', 'config', 'c', 'set', 'edit']),
}

/** Sub-commands of commands that a policy file adds: the words after one are another program. */
const RUNS_ANOTHER = new Set(['run', 'exec', 'x', 'dlx', 'create', 'eval', 'shell', 'tool', 'generate'])

const SUBCOMMAND = /^[a-z][a-z0-9-]*$/

/** The sub-command; for git, by explicit choice, also every sub-command that is no more dangerous and stays on this machine. */
export function classesOfCommand(call: CommandCall): readonly CallClass[] {
  const narrow = classOfCommand(call)
  if (!narrow) return []
  return call.command === 'git' && staysLocal(call) ? [narrow, ALL_GIT] : [narrow]
}

const ALL_GIT: CallClass = {
  key: 'execute_command:git *',
  label: sentence('scope.git-label'),
  covers: sentence('scope.git'),
  warning: sentence('scope.git-warning'),
}

function staysLocal(call: CommandCall): boolean {
  const judgement = judgeCommand(call, { isolation: 'sandbox' })
  return !isRefused(judgement) && judgement.risk !== 'HIGH' && !judgement.network
}

function classOfCommand({ command, args }: CommandCall): CallClass | undefined {
  if (isReading({ command, args })) return READING
  const [first] = args
  if (NEVER.has(command) || first === undefined) return undefined
  if (INTERPRETERS.has(command)) return first.startsWith('-') ? undefined : scriptClass(command, first)
  if (!SUBCOMMAND.test(first) || NEVER_SUBCOMMANDS[command]?.has(first)) return undefined
  if (!ALLOWED_COMMANDS.has(command)) return classOfAdded(command, first, args.slice(1))
  if (reachesNetwork({ command, args })) return classOfPlace(command, args)
  return named('scope.command', `${command} ${first}`)
}

const reachesNetwork = (call: CommandCall): boolean => {
  const judgement = judgeCommand(call, { isolation: 'sandbox' })
  return isRefused(judgement) || judgement.network
}

/** `git fetch origin` is not `git fetch https://elsewhere.example`, and `npm install` is not `npm install anything`. */
function classOfPlace(command: string, args: readonly string[]): CallClass | undefined {
  if (args.some((word) => word.startsWith('-') && /[:/]/.test(word))) return undefined
  const words = quoteWords([command, ...args.filter((word) => !word.startsWith('-'))])
  return named('scope.command-place', words)
}

/** No table knows its options, and any of them may run a program (`rg --pre`): they belong to the class. */
function classOfAdded(command: string, first: string, rest: readonly string[]): CallClass | undefined {
  if (RUNS_ANOTHER.has(first)) return undefined
  const words = quoteWords([command, first, ...rest.filter((word) => word.startsWith('-'))])
  return named('scope.command-added', words)
}

/** A class is read before it is granted, so a text that is too long to read is not offered as a class. */
const MAX_CHARACTERS = 200

type ScopeForm = 'scope.command' | 'scope.command-place' | 'scope.command-added' | 'scope.script'

const named = (form: ScopeForm, words: string): CallClass | undefined =>
  words.length > MAX_CHARACTERS
    ? undefined
    : { key: `execute_command:${words}`, label: sentence('text', { text: words }), covers: sentence(form, { words }) }

const scriptClass = (command: string, script: string): CallClass | undefined => named('scope.script', `${command} ${script}`)

const READING: CallClass = {
  key: 'execute_command:reading',
  label: sentence('scope.reading-label'),
  covers: sentence('scope.reading'),
}

/** A call that needs no approval in a sandbox is asked about only because there is none, so one answer may cover all such calls. */
function isReading(call: CommandCall): boolean {
  const judgement = judgeCommand(call, { isolation: 'sandbox' })
  return !isRefused(judgement) && judgement.risk === 'LOW'
}
