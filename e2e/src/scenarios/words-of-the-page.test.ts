// What the server says in English about its tools, the page says in Russian and Chinese too: every sentence of every example.
import { expect, test } from 'vitest'
import { inEnglish } from '../../../packages/protocol/src/index.ts'
import { CATALOGUE } from '../../../packages/tools/src/index.ts'
import { saySentence } from '../../../packages/ui/src/sentences/say-sentence.ts'
import { sayTitle } from '../../../packages/ui/src/sentences/say-title.ts'
import { ru } from '../../../packages/ui/src/translations/ru/index.ts'
import { zh } from '../../../packages/ui/src/translations/zh/index.ts'

type Words = Readonly<Record<string, unknown>>
const find = (words: unknown, key: string): unknown => key.split('.').reduce((at, name) => (at as Words | undefined)?.[name], words)
const LANGUAGES = Object.entries({ ru, zh }).map(([language, words]) => ({
  language,
  getResource: (_: string, __: string, key: string) => find(words, key),
}))

const calls = CATALOGUE.flatMap((tool) =>
  tool.examples.flatMap(({ input }) => {
    const parsed = tool.input.safeParse(input)
    return parsed.success ? [{ tool, input, parsed: parsed.data as never }] : []
  }),
)

test.each(LANGUAGES)('every title is said in $language', (language) => {
  const left = calls
    .map(({ tool, input, parsed }) => ({ tool_name: tool.name, description: inEnglish(tool.ask(parsed)), tool_params: input as Words }))
    // A patch that cannot be read has nothing to say.
    .filter(({ description }) => !description.endsWith(': '))
    .filter((call) => sayTitle(call, language) === call.description)
  expect(left).toEqual([])
})

test.each(LANGUAGES)('what an answer covers is said in $language', (language) => {
  const classes = calls.flatMap(({ tool, parsed }) => tool.classesOf?.(parsed, { isolation: 'none' }) ?? [])
  expect(classes.length).toBeGreaterThan(10)
  expect(classes.map(({ covers }) => inEnglish(covers)).filter((covers) => saySentence('reach', covers, language) === undefined)).toEqual(
    [],
  )
})

/** Commands have hundreds of reasons, for each option one; the page says the usual ones. */
const COMMANDS = ['execute_command', 'run_command', 'run_persistent']

test.each(LANGUAGES)('why a call is risky is said in $language', (language) => {
  const others = calls.filter(({ tool }) => !COMMANDS.includes(tool.name))
  const judged = others.map(({ tool, parsed }) => tool.judge(parsed, { isolation: 'sandbox' }))
  const reasons = judged.flatMap((judgement) =>
    'findings' in judgement ? judgement.findings.map((finding) => inEnglish(finding.sentence)) : [],
  )
  expect(reasons.length).toBeGreaterThan(10)
  expect(reasons.filter((reason) => saySentence('reasons', reason, language) === undefined)).toEqual([])
})
