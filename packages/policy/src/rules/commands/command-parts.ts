// The commands that one call runs, as rules see them: its own words, and those of a command inside it (`find -exec`, `npm exec`). A part
// that cannot be known is open: it may be any command.
import { PROGRAM_ALIASES } from './sub-command-names.ts'

export type Words = readonly string[]

export interface CommandPart {
  /** The same command in each of its spellings. */
  readonly forms: readonly Words[]
  /** More words follow that are not known yet. */
  readonly isOpen: boolean
}

const ANY_COMMAND: CommandPart = { forms: [[]], isOpen: true }
const MAX_DEPTH = 2

/** A part without words matches no prefix and is kept as it is: it stands for what no allow rule covers. */
export function commandParts(words: Words, isOpen = false, depth = 0): CommandPart[] {
  const [written = '', ...args] = words
  if (depth > MAX_DEPTH) return [ANY_COMMAND]
  if (words.length === 0) return [{ forms: [words], isOpen }]
  const program = PROGRAM_ALIASES.get(written) ?? written
  const forms = [[program, ...args], ...(SAME_AS[program]?.(args) ?? [])]
  const inner = INNER[program]?.(args) ?? []
  return [{ forms, isOpen }, ...inner.flatMap((part) => (part === 'any' ? [ANY_COMMAND] : commandParts(part, isOpen, depth + 1)))]
}

/** `python -m pip install x` is `pip install x`; `yarn workspace a publish` is `yarn publish`. */
const SAME_AS: Readonly<Record<string, (args: Words) => Words[]>> = {
  python: moduleOf,
  yarn: ([first, second, ...rest]) => {
    if (first === 'workspace') return [['yarn', ...rest]]
    return first === 'workspaces' && second !== undefined ? possibleStarts(rest).map((words) => ['yarn', ...words]) : []
  },
}

/** Only options come before `-m`; after a script's name it would belong to the script. */
function moduleOf(args: Words): Words[] {
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as string
    const found = /^-[bBdEiIOPqRsStuvx]*m(.*)$/s.exec(word)
    if (found) return [[...(found[1] ? [found[1]] : []), ...args.slice(index + 1)]]
    if (/^-[bBdEiIOPqRsStuvx]*[WX]$/.test(word) || word === '--check-hash-based-pycs') index++
    else if (!word.startsWith('-')) return []
  }
  return []
}

type Inner = Words | 'any'

const INNER: Readonly<Record<string, (args: Words) => Inner[]>> = {
  find: (args) => args.flatMap((word, index) => (/^-(exec|ok)(dir)?$/.test(word) ? [untilEnd(args.slice(index + 1))] : [])),
  npm: (args) => inPackageRunner(args, /^(exec|x)$/),
  pnpm: (args) => inPackageRunner(args, /^(exec|dlx)$/),
  yarn: (args) => inPackageRunner(args, /^(exec|dlx)$/),
  npx: (args) => inPackageRunner(['npx', ...args], /^npx$/),
  git: runByGit,
}

function untilEnd(rest: Words): Words {
  const end = rest.findIndex((word, index) => word === ';' || (word === '+' && rest[index - 1] === '{}'))
  return end < 0 ? rest : rest.slice(0, end)
}

/** `npm exec -c LINE` is a shell line. */
function inPackageRunner(args: Words, runner: RegExp): Inner[] {
  const at = args.findIndex((word) => runner.test(word))
  if (at < 0) return []
  if (args.some((word) => /^(-[a-z]*c|--call\b|--shell-mode)/.test(word))) return ['any']
  return possibleStarts(args.slice(at + 1))
}

/** A word after an option may be its value or the start of the program's words; the first other word certainly is the start. */
function possibleStarts(args: Words): Words[] {
  const starts: Words[] = []
  for (let index = 0; index < args.length; index++) {
    if (isOption(args[index])) continue
    starts.push(args.slice(index))
    if (!isOption(args[index - 1]) || args[index - 1] === '--') break
  }
  return starts
}

const isOption = (word: string | undefined): boolean => word?.startsWith('-') === true

/** Sub-commands of git that take a command as an argument. */
function runByGit(args: Words): Inner[] {
  const gives =
    (args.includes('submodule') && args.includes('foreach')) ||
    (args.includes('bisect') && args.includes('run')) ||
    (args.includes('rebase') && args.some((word) => /^(-[a-z]*x|--exec)/.test(word))) ||
    args.some((word) => /^(for-each-repo|filter-branch|difftool|mergetool)$/.test(word))
  return gives ? ['any'] : []
}
