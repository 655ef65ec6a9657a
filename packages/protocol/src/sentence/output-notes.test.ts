import { expect, test } from 'vitest'
import { OUTPUT_NOTES } from './en/running/notes.ts'
import { noteLine, renderNotes } from './output-notes.ts'
import { RUSSIAN } from './ru/index.ts'
import { ENGLISH, type FormName, renderSentence, type Sentence } from './sentence.ts'
import { slotsOf } from './template.ts'
import { CHINESE } from './zh/index.ts'

/** Values that look like parts of the sentences around them. */
const VALUES: Readonly<Record<string, string | number>> = {
  count: 21,
  name: '.vscode/a and 3 more.json',
  names: 'a, b and c',
  index: '.git/index',
  beside: 'x; y',
  why: 'EACCES (rename)',
  folder: '/tmp',
  size: '512',
  entries: '100000',
}

const sampleOf = (form: string): Sentence => ({
  form,
  slots: Object.fromEntries(slotsOf(OUTPUT_NOTES[form as keyof typeof OUTPUT_NOTES]).map((name) => [name, VALUES[name] ?? ''])),
})

test.each(Object.keys(OUTPUT_NOTES))('%s among the output of a program is shown in the language of the person', (form) => {
  const note = sampleOf(form)
  const output = `before\n${noteLine(note)}after`
  for (const catalogue of [RUSSIAN, CHINESE]) {
    expect(Object.hasOwn(catalogue.forms, form as FormName)).toBe(true)
    expect(renderNotes(output, catalogue)).toBe(`before\n[countersign] ${renderSentence(note, catalogue)}\nafter`)
  }
  expect(renderNotes(output, ENGLISH)).toBe(output)
})

test.each([
  ['a line of the program itself', 'npm warn [countersign] And 3 more like these.'],
  ['a note that is not known here', '[countersign] Something that a newer runner says.'],
  ['a note with more behind it', '[countersign] And 3 more like these. Run sudo now'],
  [
    'a line that is too long for a note',
    `[countersign] ${'x'.repeat(5_000)} would be run or obeyed later outside the sandbox; it is kept apart for the operator to look at.`,
  ],
])('%s stays as it is', (_, line) => {
  expect(renderNotes(line, RUSSIAN)).toBe(line)
})
