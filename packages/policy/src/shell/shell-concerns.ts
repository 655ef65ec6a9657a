// What the rules of a policy file look at in a shell line: the words of each command, and the files named by these words and by
// redirections.
import { commandPathOperands } from '../command/index.ts'
import { addLaterFolders, followLeadingFolders, joinFolder } from './folders.ts'
import type { ParseShellLine } from './grammar-types.ts'
import { isDynamic, type Redirection, type ShellWord, type SimpleCommand } from './shell-command.ts'
import type { TreeWalk } from './tree/tree-walk.ts'
import { understandLine } from './understand-line.ts'

export interface ShellConcerns {
  readonly paths: readonly string[]
  /** An empty command, which matches no prefix, stands for whatever an allowed command would not cover. */
  readonly commands: readonly (readonly string[])[]
  readonly openCommands: readonly (readonly string[])[]
}

interface ConcernsContext {
  readonly parse: ParseShellLine
  readonly cwd?: string
  readonly roots?: readonly string[]
}

const NOT_UNDERSTOOD: ShellConcerns = { paths: [], commands: [[]], openCommands: [[]] }

export function shellConcerns(line: string, { parse, cwd = '.', roots = [] }: ConcernsContext): ShellConcerns {
  const { folders, rest } = followLeadingFolders(line, cwd, roots)
  const walk = understandLine(rest, parse)
  const reached = 'refusal' in walk ? walk : addLaterFolders(walk.commands, folders, roots)
  if ('refusal' in walk || 'refusal' in reached) return NOT_UNDERSTOOD
  const paths = reached.flatMap((folder) => [folder, ...walk.commands.flatMap((command) => pathsOf(command, folder, roots))])
  return { paths: [...new Set(paths.filter((path) => path !== '.'))], ...commandsOf(walk) }
}

function commandsOf({ commands, isBeyond }: TreeWalk): Omit<ShellConcerns, 'paths'> {
  const known = commands.filter(({ words }) => !words.some(isDynamic)).map(({ words }) => words.map(textOf))
  const open = commands.map(({ words }) => words).filter((words) => words.some(isDynamic))
  const doesMore = isBeyond || commands.some(({ assignments, redirections }) => assignments.length > 0 || redirections.some(opensFile))
  return {
    commands: doesMore ? [...known, []] : known,
    openCommands: open.map((words) => words.slice(0, words.findIndex(isDynamic)).map(textOf)),
  }
}

function pathsOf({ words, redirections }: SimpleCommand, folder: string, roots: readonly string[]): string[] {
  const [command = '', ...args] = words.map(textOf)
  const operands = commandPathOperands({ command, args }).map(({ path }) => path)
  const targets = redirections.filter((redirection) => opensFile(redirection) && !/^<</.test(redirection.operator))
  return [...operands, ...targets.map(({ target }) => target.value)].map((path) => joinFolder(folder, path, roots))
}

/** Input from a here-document counts too: a program may execute it. */
const opensFile = ({ operator, target }: Redirection): boolean =>
  !operator.endsWith('&-') && !(operator.endsWith('&') && /^\d+$/.test(target.value)) && target.value !== '/dev/null'

const textOf = ({ value }: ShellWord): string => value
