// What the answer to a command that is not on the list may add to it: the sub-command that was asked about, or its toolchain where the
// workspace has the toolchain's files, never more.
import type { ListEntry } from '@countersign/protocol'
import { findProgram } from '../everyday/programs/rows.ts'
import type { CommandPart, Facts } from '../risk/index.ts'
import { checkListedCommand } from './listed-command.ts'

const WORD = /^[a-z][a-z0-9-]*$/i

export function listOffers(parts: readonly CommandPart[], { foundToolchains = [] }: Pick<Facts, 'foundToolchains'> = {}): ListEntry[] {
  const unlisted = parts.filter(({ needs, unlistedProgram }) => needs.includes('unlisted') || unlistedProgram !== undefined)
  const commands = unlisted.map(commandOf).filter((name) => checkListedCommand(name).problem === undefined)
  const toolchains = unlisted.flatMap((part) => toolchainOf(part) ?? []).filter((name) => foundToolchains.includes(name))
  return [...entriesOf('command', commands), ...entriesOf('toolchain', toolchains)]
}

const entriesOf = (kind: ListEntry['kind'], names: readonly string[]): ListEntry[] => [...new Set(names)].map((name) => ({ kind, name }))

/** Without a table, the first word after the program counts as its sub-command where it looks like one. */
function commandOf({ unlistedProgram, subCommand, words: [program = '', first] }: CommandPart): string {
  if (unlistedProgram !== undefined || subCommand !== undefined) return unlistedProgram ?? subCommand ?? program
  return first !== undefined && WORD.test(first) ? `${program} ${first}` : program
}

/** The wrappers `gradlew` and `mvnw` come with their toolchains; any other program of the workspace is listed by itself. */
function toolchainOf({ unlistedProgram, words: [program = ''] }: CommandPart): string | undefined {
  const wrapper = /\/(gradle|mvn)w$/.exec(unlistedProgram ?? '')?.[1]
  return findProgram(wrapper ?? program)?.toolchain
}
