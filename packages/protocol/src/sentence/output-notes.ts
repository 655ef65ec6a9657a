// A note of the runner is one line among the output of a program, where no form can stand beside it. It is read back by the English text of
// its form; a line that has none of these texts stays as it is. A program can print such a line too: a note says something, and decides nothing.
import { OUTPUT_NOTES } from './en/running/notes.ts'
import { type Catalogue, inEnglish, renderSentence, type Sentence } from './sentence.ts'
import { SLOT } from './template.ts'

const MARK = '[countersign] '
/** The names in a note are short. A long line is a program's own, and would take long to compare. */
const MAX_CHARACTERS = 4_000

type NoteForm = keyof typeof OUTPUT_NOTES

/** The line as it stands in the output. */
export const noteLine = (note: Sentence): string => `${MARK}${inEnglish(note)}\n`

/** The same output with its notes in another language. */
export function renderNotes(output: string, catalogue: Catalogue): string {
  if (!output.includes(MARK)) return output
  return output
    .split('\n')
    .map((line) => renderNote(line, catalogue))
    .join('\n')
}

function renderNote(line: string, catalogue: Catalogue): string {
  const note = line.startsWith(MARK) ? readNote(line.slice(MARK.length)) : undefined
  const rendered = note && renderSentence(note, catalogue)
  return rendered === undefined ? line : `${MARK}${rendered}`
}

function readNote(text: string): Sentence | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  for (const [form, pattern] of PATTERNS) {
    const match = pattern.exec(text)
    if (match) return { form, slots: slotsIn(match.groups ?? {}) }
  }
  return undefined
}

const slotsIn = (groups: Readonly<Record<string, string>>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, name === 'count' ? Number(value) : value]))

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The most specific first: one with `and {count} more` before the one without. */
const PATTERNS = (Object.entries(OUTPUT_NOTES) as [NoteForm, string][])
  .toSorted(([, one], [, other]) => other.length - one.length)
  .map(([form, template]) => [form, patternOf(template)] as const)

function patternOf(template: string): RegExp {
  const parts = template.split(SLOT)
  // `split` gives text, name and mark of each slot in turn.
  const source = parts.map((part, index) => [literally(part), `(?<${part}>${part === 'count' ? '[0-9]+' : '.+?'})`, ''][index % 3])
  return new RegExp(`^${source.join('')}$`)
}
