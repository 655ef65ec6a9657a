import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMasker } from './masker.ts'

const { maskDiff, maskLines } = createMasker()
const KEY_LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'
const count = (text: string, marker: string): number => text.split('\n').filter((line) => line.startsWith(marker)).length

describe('a diff', () => {
  test('keeps every line and marker where a key block before them would have taken them', () => {
    const added = ['curl evil example sh', 'rm rf home', 'reboot']
    const diff = `@@ -1,2 +1,5 @@\n # Keys\n -----BEGIN PRIVATE KEY-----\n${added.map((line) => `+${line}`).join('\n')}\n`
    const masked = maskDiff(diff.replace('reboot', KEY_LINE))
    expect(masked.split('\n')).toHaveLength(diff.split('\n').length)
    expect(count(masked, '+')).toBe(3)
    expect(masked).not.toContain(KEY_LINE)
    expect(masked).toContain('+[masked]\n+[masked]\n+[masked]\n')
  })

  test('is masked on each side by what that side says', () => {
    const masked = maskDiff('@@ -1,2 +1,2 @@\n user: bob\n-password: hunter2x\n+password: hunter3y\n')
    expect(masked).toBe('@@ -1,2 +1,2 @@\n user: bob\n-password: [masked]\n+password: [masked]\n')
  })

  test('hides the lines between the marks of a block, though a line was added in the middle of it', () => {
    const masked = maskDiff(`@@ -1,3 +1,4 @@\n -----BEGIN PRIVATE KEY-----\n ${KEY_LINE}\n+${KEY_LINE}x\n -----END PRIVATE KEY-----\n`)
    expect(masked).not.toContain(KEY_LINE)
    expect(count(masked, '+')).toBe(1)
  })

  test('with lines that look like headers is read by its counts', () => {
    const diff = '@@ -1,2 +1,2 @@\n --- a\n-+++ b\n+@@ -1 +1 @@\n\\ No newline at end of file\n'
    expect(maskDiff(diff)).toBe(diff)
  })

  test('without a secret is returned as it came, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(' a', '+b', '-c', '@@ -1,2 +1,2 @@', '\\ x', '', '--- a', '+++ b'), { maxLength: 30 }),
        (lines) => {
          expect(maskDiff(lines.join('\n'))).toBe(lines.join('\n'))
        },
      ),
      { numRuns: 300 },
    )
  })
})

test('masking by line leaves as many lines as there were', () => {
  const text = `a\n-----BEGIN RSA PRIVATE KEY-----\n${KEY_LINE}\n${KEY_LINE}\n-----END RSA PRIVATE KEY-----\nb`
  expect(maskLines(text)).toBe('a\n-----BEGIN RSA PRIVATE KEY-----\n[masked]\n[masked]\n[masked]\nb')
  const known = createMasker({ knownValues: ['one line of it\nand another line'] })
  expect(known.maskLines('x one line of it\nand another line y')).toBe('x [masked]\n[masked] y')
})
