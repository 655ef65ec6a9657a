// The shape in which the tables are written, and what the columns of a row cannot say.
import { asks, dangerous, type Option, path, text } from '../../command/option-table.ts'
import type { Effect, Program, ProgramRow } from '../program.ts'

type More = Partial<Omit<ProgramRow, 'words' | 'effect' | 'passes' | 'not'>>

export const row = (words: string, effect: Effect, passes: string, not: string, more: More = {}): ProgramRow => ({
  words,
  effect,
  ...more,
  passes,
  not,
})

/** Programs of one toolchain that have a single row. */
export const programsOf =
  (toolchain: Program['toolchain']) =>
  (names: string, effect: Effect, lines: readonly [passes: string, not: string], more: More = {}): Program => ({
    names,
    toolchain,
    rows: [row('', effect, ...lines, more)],
  })

/**
 * Options, or words after the sub-command (the goal `deploy` of `mvn clean deploy`), that give it another effect. Options with one dash and a
 * long name (`-toolexec`) are written as they are, without the value.
 */
export const raise = (effect: Effect, ...lists: readonly string[]): Readonly<Record<string, Effect>> =>
  Object.fromEntries(lists.flatMap((names) => names.split(' ').map((name) => [name, effect])))

/** An option whose value is a file that it writes. */
export const writes: Option = asks('option.writes-file', { takes: 'value', kind: 'output' })

/** Options of a row that is otherwise LOW. They carry their own risk, so that it counts in clusters (`-bc`) too. */
export const takesNames: Option = asks('option.unjudged-names')
export const takesNamesFrom: Option = asks('option.unjudged-names', path)
export const followsLinks: Option = asks('option.follows-links')
export const runsProgram: Option = dangerous('option.runs-program')
export const runsNamed: Option = dangerous('option.names-program', text)
