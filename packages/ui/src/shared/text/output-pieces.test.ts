import { describe, expect, test } from 'vitest'
import { outputPieces } from './output-pieces.ts'

const lines = (count: number) => Array.from({ length: count }, (_, number) => `line ${number}\n`).join('')

describe('pieces of output', () => {
  test.each(['', '\n', 'one', 'one\n', lines(2_000), `${lines(2_000)}the last`, 'x'.repeat(20_000)])('are the whole of it', (text) => {
    expect(outputPieces(text).join('\n')).toBe(text)
  })

  test('stay as they are while more is printed, but for the last', () => {
    const before = outputPieces(lines(2_000))
    const after = outputPieces(lines(2_010))
    expect(before.length).toBeGreaterThan(3)
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  })

  test('end with a line', () => {
    for (const piece of outputPieces(lines(2_000)).slice(0, -1)) expect(piece).toMatch(/line \d+$/)
  })
})
