import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOutputCollector, shareOutput } from './output-collector.ts'

function collect(chunks: readonly Uint8Array[], keepBytes: number) {
  const live: string[] = []
  const collector = createOutputCollector({ stream: 'stdout', keepBytes, onOutput: ({ data }) => live.push(data) })
  for (const chunk of chunks) collector.add(Buffer.from(chunk))
  collector.end()
  return { collector, live: live.join('') }
}

describe('collected output', () => {
  it('is the same text, however it was cut into chunks', async () => {
    const property = fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.array(fc.nat(50), { maxLength: 30 }),
      (text, sizes) => {
        let rest = Buffer.from(text)
        const chunks = sizes.map((size) => {
          const chunk = rest.subarray(0, size)
          rest = rest.subarray(size)
          return chunk
        })
        const { collector, live } = collect([...chunks, rest], 100_000)
        expect(live).toBe(text)
        expect(collector.text(100_000)).toBe(text)
      },
    )
    await fc.assert(property)
  })

  it('never exceeds its limit by more than the note, keeps both ends, and spoils no character', async () => {
    const property = fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('ä', '漢', '😀', 'x') }), { maxLength: 40 }),
      fc.integer({ min: 40, max: 200 }),
      (texts, limit) => {
        const whole = texts.join('')
        const shown = collect(
          texts.map((text) => Buffer.from(text)),
          200,
        ).collector.text(limit)
        if (Buffer.byteLength(whole) <= limit) {
          expect(shown).toBe(whole)
          return
        }
        const [head = '', tail = ''] = shown.split(/\n\[… \d+ bytes left out …\]\n/)
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true)
        expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(limit + 3)
      },
    )
    await fc.assert(property)
  })

  it('is shared so that neither stream starves and both fit', () => {
    expect(shareOutput(10, 20, 100)).toEqual({ stdout: 10, stderr: 20 })
    expect(shareOutput(1000, 20, 100)).toEqual({ stdout: 80, stderr: 20 })
    expect(shareOutput(1000, 1000, 100)).toEqual({ stdout: 75, stderr: 25 })
    expect(shareOutput(10, 1000, 100)).toEqual({ stdout: 10, stderr: 90 })
  })
})
