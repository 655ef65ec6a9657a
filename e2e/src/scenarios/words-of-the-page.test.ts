// The server's texts about its tools can be rendered in Russian and Chinese: every sentence of every example.
import { expect, test } from 'vitest'
import { renderSentence } from '../../../packages/protocol/src/index.ts'
import { RUSSIAN } from '../../../packages/protocol/src/sentence/ru/index.ts'
import { CHINESE } from '../../../packages/protocol/src/sentence/zh/index.ts'
import { CATALOGUE } from '../../../packages/tools/src/index.ts'

const calls = CATALOGUE.flatMap((tool) =>
  tool.examples.flatMap(({ input }) => {
    const parsed = tool.input.safeParse(input)
    return parsed.success ? [{ tool, parsed: parsed.data as never }] : []
  }),
)

test.each([RUSSIAN, CHINESE])('every title is said in $language', (catalogue) => {
  const titles = calls.map(({ tool, parsed }) => tool.ask(parsed))
  expect(titles.length).toBeGreaterThan(10)
  expect(titles.filter((title) => renderSentence(title, catalogue) === undefined)).toEqual([])
})

test.each([RUSSIAN, CHINESE])('what an answer covers is said in $language', (catalogue) => {
  const classes = calls.flatMap(({ tool, parsed }) => tool.classesOf?.(parsed, { isolation: 'none' }) ?? [])
  expect(classes.length).toBeGreaterThan(10)
  const sentences = classes.flatMap(({ label, covers, warning }) => [label, covers, ...(warning ? [warning] : [])])
  expect(sentences.filter((sentence) => renderSentence(sentence, catalogue) === undefined)).toEqual([])
})

test.each([RUSSIAN, CHINESE])('why a call is risky is said in $language', (catalogue) => {
  const judged = calls.map(({ tool, parsed }) => tool.judge(parsed, { isolation: 'sandbox' }))
  const findings = judged.flatMap((judgement) => ('findings' in judgement ? judgement.findings : []))
  expect(findings.length).toBeGreaterThan(10)
  expect(findings.filter((finding) => renderSentence(finding.sentence, catalogue) === undefined)).toEqual([])
})
