// What the answer to a command that is not on the list may add to it: the sub-command that was asked about, never more.
import type { ListEntry } from '@countersign/protocol'
import type { CommandPart, Rated } from '../risk/index.ts'
import { checkListedCommand } from './listed-command.ts'

const WORD = /^[a-z][a-z0-9-]*$/i

export function listOffers({ parts = [] }: Pick<Rated, 'parts'>): readonly ListEntry[] {
  const names = parts.filter(({ needs }) => needs.includes('unlisted')).map(commandOf)
  return [...new Set(names)].filter((name) => checkListedCommand(name).problem === undefined).map((name) => ({ kind: 'command', name }))
}

/** Without a table, the first word after the program counts as its sub-command where it looks like one. */
function commandOf({ subCommand, words: [program = '', first] }: CommandPart): string {
  if (subCommand !== undefined) return subCommand
  return first !== undefined && WORD.test(first) && !program.includes('/') ? `${program} ${first}` : program
}
