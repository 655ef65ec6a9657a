// Every sample of corpus/secrets.jsonl is masked, and nothing in corpus/lookalikes.jsonl is changed. The samples are made up and stored in
// parts, so that no scanner reports this repository as a leak.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createMasker } from './masker.ts'

interface SecretSample {
  readonly id: string
  readonly format: string
  readonly before: string
  readonly secret: readonly string[]
  readonly after: string
  /** The beginning of the secret that stays visible. */
  readonly shown: string
}

interface Lookalike {
  readonly id: string
  readonly kind: string
  readonly text?: string
  readonly json?: unknown
}

const readLines = <T>(name: string): T[] =>
  readFileSync(new URL(`../../corpus/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

const secrets = readLines<SecretSample>('secrets.jsonl')
const lookalikes = readLines<Lookalike>('lookalikes.jsonl')
const { maskText, maskValue } = createMasker()

test('the data holds enough formats and look-alikes', () => {
  expect(new Set(secrets.map(({ format }) => format)).size).toBeGreaterThanOrEqual(60)
  expect(secrets.length).toBeGreaterThanOrEqual(70)
  expect(lookalikes.length).toBeGreaterThanOrEqual(70)
})

describe('a secret is masked and what is around it stays', () => {
  test.each(secrets)('$id $format', ({ before, secret, after, shown }) => {
    expect(maskText(before + secret.join('') + after)).toBe(`${before}${shown}[masked]${after}`)
  })
  test.each(secrets)('$id $format inside a JSON value', ({ before, secret, after, shown }) => {
    const output = `${before}${secret.join('')}${after}`
    expect(maskValue({ result: [{ output }] })).toEqual({ result: [{ output: `${before}${shown}[masked]${after}` }] })
  })
})

test.each(secrets)('masking what is masked changes nothing: $id', ({ before, secret, after }) => {
  const once = maskText(before + secret.join('') + after)
  expect(maskText(once)).toBe(once)
})

describe('a look-alike is returned as it came', () => {
  test.each(lookalikes)('$id $kind', ({ text, json }) => {
    expect(maskValue(text ?? json)).toBe(text ?? json)
  })
})
