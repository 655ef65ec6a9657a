// `[[ a -eq b ]]` computes both sides as arithmetic, and `-v` the index of a list, which may run code.
import { isHarmlessArithmetic } from '../arithmetic.ts'
import { wholeField } from '../fields.ts'
import type { Statement } from '../read/script.ts'
import type { Field } from '../run.ts'
import type { State } from '../state.ts'
import { contextOf, type Walk } from './walk.ts'

const COMPARES = /^-(?:eq|ne|lt|le|gt|ge)$/
const LOOKS_UP = /(?:^|[(!&|])-[vR]$/

export function followTest(walk: Walk, { words }: Extract<Statement, { kind: 'test' }>, state: State): void {
  const fields = words.map((word) => wholeField(word, contextOf(walk, state)))
  const isHarmless = (field: Field | undefined): boolean => field !== undefined && !field.isOpen && isHarmlessArithmetic(field.text, state)
  const runsCode = fields.some(({ text }, index) => {
    // Brackets and operators may be written without a blank: `a&&-v`.
    const operator = text.replace(/^[(!&|]+/, '')
    if (LOOKS_UP.test(text)) return fields[index + 1]?.isOpen !== false || !/^\w+\)*$/.test(fields[index + 1]?.text ?? '')
    return COMPARES.test(operator) && !(isHarmless(fields[index - 1]) && isHarmless(fields[index + 1]))
  })
  if (runsCode) walk.unclear.add(words.map(({ raw }) => raw).join(' '))
}
