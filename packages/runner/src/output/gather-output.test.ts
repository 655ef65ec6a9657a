import { createMasker } from '@countersign/policy'
import { expect, test } from 'vitest'
import { gatherOutput, type OutputChunk } from './gather-output.ts'

const { maskLines } = createMasker()
const VALUE = ['kJ8v', 'Q2xR', '7mWn'].join('')
const KEY_LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'

/** Each text is handed on before the next one comes. */
function printed(...texts: string[]): string {
  const pieces: OutputChunk[] = []
  const gatherer = gatherOutput({ mask: maskLines, keep: (piece) => void pieces.push(piece) })
  for (const data of texts) {
    gatherer.write({ stream: 'stdout', data })
    gatherer.end()
  }
  return pieces.map(({ data }) => data).join('')
}

test('a secret is masked though what announces it was printed before', () => {
  expect(printed('user: bob\ntokens:\n', `  - ${VALUE}\n`, 'port: 1\n')).toBe('user: bob\ntokens:\n  - [masked]\nport: 1\n')
  const block = ['-----BEGIN PRIVATE KEY-----\n', `${KEY_LINE}\n`, `${KEY_LINE}\n-----END PRIVATE KEY-----\n`, 'after\n']
  expect(printed(...block)).toBe('-----BEGIN PRIVATE KEY-----\n[masked]\n[masked]\n[masked]\nafter\n')
})

test('lines without a secret come out as they were, however they are cut, and each once', () => {
  const text = Array.from({ length: 3_000 }, (_, line) => `line ${line} of an output\n`).join('')
  const cuts = [0, 10, 5_000, 5_001, 40_000, text.length]
  expect(printed(...cuts.slice(1).map((cut, index) => text.slice(cuts[index], cut)))).toBe(text)
})
