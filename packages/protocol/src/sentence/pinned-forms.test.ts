// Forms are stored with every call: what was written with a form is read with it for ever. `PIN_FORMS=1 npx vitest run
// packages/protocol/src/sentence` adds new forms to the pins; a pinned one is never changed or removed.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ENGLISH_FORMS } from './en/index.ts'
import { slotsOf } from './template.ts'

const FILE = new URL('../../test/pinned-forms.json', import.meta.url)
const readPins = (): Record<string, string[]> => JSON.parse(readFileSync(FILE, 'utf8'))
const forms = Object.fromEntries(Object.entries(ENGLISH_FORMS).map(([form, template]) => [form, slotsOf(template)]))

if (process.env.PIN_FORMS) {
  const lines = Object.entries({ ...forms, ...readPins() }).map(([form, slots]) => `  ${JSON.stringify(form)}: ${JSON.stringify(slots)}`)
  writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`)
}

test('every form that was ever stored is still there, with the same slots', () => {
  for (const [form, slots] of Object.entries(readPins())) expect(forms[form], form).toEqual(slots)
})

test('every form is pinned', () => {
  const pinned = readPins()
  expect(Object.keys(forms).filter((form) => !Object.hasOwn(pinned, form))).toEqual([])
})
