// The folders in which the commands of a line may run. `cd DIR && …` at the very beginning moves the whole line; a cd anywhere else may or
// may not have happened when a later command runs, so every command is judged in every folder where it may run.
import { sentence } from '@countersign/protocol'
import { pathInside } from '../path/index.ts'
import { type Refused, refuse } from '../risk/index.ts'
import { isDynamic, type SimpleCommand } from './shell-command.ts'
import { SHELL_LIMITS } from './shell-limits.ts'
import { readWord } from './words/read-word.ts'

export interface LeadingFolders {
  /** Where the line starts, and where each leading `cd` leads. */
  readonly folders: readonly string[]
  readonly rest: string
}

export function followLeadingFolders(line: string, cwd: string, roots: readonly string[]): LeadingFolders {
  const folders = [cwd]
  let rest = line
  while (folders.length <= SHELL_LIMITS.maxFolders) {
    const leading = readLeadingFolder(rest)
    if (!leading) break
    folders.push(joinFolder(folders.at(-1) as string, leading.folder, roots))
    rest = leading.rest
  }
  return { folders, rest }
}

function readLeadingFolder(line: string): { folder: string; rest: string } | undefined {
  const start = /^[ \t]*cd[ \t]+/.exec(line)?.[0].length
  const read = start === undefined ? undefined : readWord(line, start)
  if (!read || isDynamic(read.word) || !isFolderName(read.word.value)) return undefined
  const joint = /^[ \t]*&&/.exec(line.slice(read.end))?.[0]
  return joint === undefined ? undefined : { folder: read.word.value, rest: line.slice(read.end + joint.length) }
}

export const isFolderChange = ({ words }: SimpleCommand): boolean => words[0]?.value === 'cd'

/** Each folder that the commands may have changed to, in any combination. */
export function addLaterFolders(
  commands: readonly SimpleCommand[],
  folders: readonly string[],
  roots: readonly string[],
): readonly string[] | Refused {
  const reached = new Set(folders)
  for (const { assignments, words } of commands.filter(isFolderChange)) {
    const [, folder] = words
    const isPlain = folder && words.length === 2 && assignments.length === 0 && !words.some(isDynamic) && isFolderName(folder.value)
    if (!isPlain) return refuse('COMMAND_NOT_ALLOWED', 'cd', sentence('advice.name-folder-after-cd'))
    for (const from of [...reached]) reached.add(joinFolder(from, folder.value, roots))
    if (reached.size > SHELL_LIMITS.maxFolders)
      return refuse('INVALID_ARGUMENTS', sentence('subject.too-many-folders'), sentence('advice.give-cwd'))
  }
  return [...reached]
}

/** `cd -` returns to a folder that the line does not name; `cd ''` and options are too rare to support. */
const isFolderName = (word: string): boolean => word !== '' && !word.startsWith('-')

/** An absolute folder outside the workspace stays as written, so that the path rules see and refuse it. */
export function joinFolder(cwd: string, folder: string, roots: readonly string[]): string {
  const inside = pathInside(folder, roots)
  return cwd === '.' || inside !== folder || /^[/~\\]|^[A-Za-z]:/.test(folder) ? inside : `${cwd}/${folder}`
}
