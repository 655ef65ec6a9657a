// Lines made out of the tables of everyday programs: rows that only read, their options, names that look like options or commands, joined
// as agents join them. Most are harmless, so that much is run; what they must not do is the property.
import { ALL_PROGRAMS, type Program, type ProgramRow, spellings } from '@countersign/policy'
import fc from 'fast-check'
import { spokenCommands } from './languages.ts'
import { GLOBS, HOSTILE_NAMES, NAMES, ORDINARY_NAMES, quote, VALUES } from './names.ts'
import { FORMS, joinLines, type Line } from './shell-forms.ts'

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ORDINARY_NAMES) },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES).map(quote) },
  { weight: 2, arbitrary: fc.constantFrom(...GLOBS) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_NAMES).map((name) => quote(`./${name}`)) },
  { weight: 1, arbitrary: fc.constantFrom(...VALUES).map(quote) },
)

function optionsOf({ options = {} }: ProgramRow): fc.Arbitrary<string> {
  const all = [...spellings(options)]
  if (all.length === 0) return fc.constant('')
  return fc.constantFrom(...all).chain(([name, { takes }]) => {
    if (takes === undefined) return fc.constant(name)
    const value = fc.constantFrom(...VALUES, ...NAMES).map(quote)
    const between = { optional: '', value: ' ' }[takes]
    return value.map((text) => name + (name.startsWith('--') ? '=' : between) + text)
  })
}

/** The row's own example, or one made of its words, options and hostile operands. */
function commandOf({ names }: Program, row: ProgramRow): fc.Arbitrary<Line> {
  const words = row.words === '' ? [] : row.words.split(' ').map((choice) => choice.split('|')[0] as string)
  const example = { text: row.passes, programs: row.passes.split(/\s+/) }
  const made = fc
    .tuple(fc.constantFrom(...names.split(' ')), fc.array(optionsOf(row), { maxLength: 3 }), fc.array(word, { maxLength: 3 }))
    .map(([name, options, operands]) => ({
      text: [name, ...words, ...options, ...operands].filter((part) => part !== '').join(' '),
      programs: [name],
    }))
  return fc.oneof({ weight: 1, arbitrary: fc.constant(example) }, { weight: 4, arbitrary: made })
}

const READING = ALL_PROGRAMS.flatMap((program) =>
  program.rows.filter(({ effect }) => effect === 'reads').map((row) => [program, row] as const),
)

const ofTables = fc.constantFrom(...READING).chain(([program, row]) => commandOf(program, row))

const command: fc.Arbitrary<Line> = fc.oneof(ofTables, spokenCommands)

export const readingLines: fc.Arbitrary<Line> = fc
  .tuple(fc.constantFrom(...FORMS), command, command)
  .map(([form, one, other]) => joinLines(form, one, other))
