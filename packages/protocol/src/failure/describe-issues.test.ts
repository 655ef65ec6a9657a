import { expect, test } from 'vitest'
import * as z from 'zod'
import { approvalId } from '../ids/ids.ts'
import { RUSSIAN } from '../sentence/ru/index.ts'
import { inEnglish, renderSentence } from '../sentence/sentence.ts'
import { describeField, describeIssue, joinProblems } from './describe-issues.ts'

/** What a schema says about a value, in English and in Russian. */
function problemsOf(schema: z.ZodType, value: unknown) {
  const issues = schema.safeParse(value).error?.issues ?? []
  const said = issues.map((issue) => describeIssue(issue, value))
  return { messages: issues.map(({ message }) => message), said, inRussian: said.map((one) => renderSentence(one, RUSSIAN)) }
}

const strict = z.strictObject({ path: z.string() })

test.each<[schema: z.ZodType, value: unknown, russian: string]>([
  [strict, { path: 7 }, 'недопустимое значение: нужно текст, получено число'],
  [strict, {}, 'недопустимое значение: нужно текст, получено ничего'],
  [strict, { path: 'a', b: 1 }, 'неизвестный ключ: "b"'],
  [strict, { path: 'a', b: 1, c: 1 }, 'неизвестные ключи: "b", "c"'],
  [z.int(), 1.5, 'недопустимое значение: нужно целое число, получено число'],
  [z.number(), Number.NaN, 'недопустимое значение: нужно число, получено NaN'],
  [z.enum(['a', 'b']), 'c', 'недопустимое значение: нужно одно из "a"|"b"'],
  [z.literal('a'), 'c', 'недопустимое значение: нужно "a"'],
  [z.string().max(2), 'abc', 'слишком много: текст, допустимо <=2 (знаков)'],
  [z.array(z.string()).min(1), [], 'слишком мало: список, нужно >=1 (элементов)'],
  [z.number().lt(2), 2, 'слишком большое значение: число, допустимо <2'],
  [z.number().min(2), 1, 'слишком маленькое значение: число, нужно >=2'],
  [z.string().length(2), 'abc', 'слишком много: текст, допустимо ровно 2 (знаков)'],
  [z.string().regex(/^a$/), 'b', 'недопустимый текст: он должен соответствовать шаблону /^a$/'],
  [z.iso.date(), 'b', 'неверно записано: дата по ИСО'],
  [z.union([z.string(), z.number()]), true, 'недопустимое значение'],
  [z.number().multipleOf(5), 3, 'недопустимое число: оно должно делиться на 5'],
  [approvalId, 'x', 'это не идентификатор (запрос разрешения)'],
])('%#: an issue is said in zod’s words in English, and in Russian', (schema, value, russian) => {
  const { messages, said, inRussian } = problemsOf(schema, value)
  expect(said.map(inEnglish)).toEqual(messages)
  expect(inRussian).toEqual([russian])
})

test('an issue that has no form keeps its message', () => {
  const { said } = problemsOf(
    z.string().refine(() => false, 'a word of another program'),
    'x',
  )
  expect(said).toEqual([{ form: 'text', slots: { text: 'a word of another program' } }])
})

test('several problems are joined, each with its place', () => {
  const [first, second] = problemsOf(z.strictObject({ a: z.string(), b: z.string() }), {}).said
  if (!first || !second) throw new Error('two problems were expected')
  const joined = joinProblems([describeField('a', first), describeField('b', second)])
  const said = 'Invalid input: expected string, received undefined'
  expect(inEnglish(joined)).toBe(`a: ${said}; b: ${said}`)
})
