import { applyPatch } from 'diff'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { previewChange, unifiedDiff } from './preview-change.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const content = (text: string) => ({ bytes: encode(text), size: encode(text).length })
const lines = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `line ${index + from}\n`).join('')

describe('a unified diff', () => {
  it('turns the old text into the new one, whatever they are', async () => {
    const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd'), { maxLength: 30 }).map((parts) => parts.join(''))
    const property = fc.property(text, text, (before, after) => {
      fc.pre(before !== after)
      expect(applyPatch(before, `--- a\n+++ b\n${unifiedDiff(before, after)}`, { autoConvertLineEndings: false })).toBe(after)
    })
    await fc.assert(property, { numRuns: 2_000 })
  })

  it('shows three lines around a change, at the right place of a long file', () => {
    const before = lines(1_000)
    expect(unifiedDiff(before, before.replace('line 500\n', 'changed\n'))).toBe(
      '@@ -498,7 +498,7 @@\n line 497\n line 498\n line 499\n-line 500\n+changed\n line 501\n line 502\n line 503\n',
    )
  })

  it('marks a missing last newline', () => {
    expect(unifiedDiff('a\n', 'a')).toBe('@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n')
  })

  it('is empty where nothing changes', () => expect(unifiedDiff('a', 'a')).toBe(''))

  it('is quick for an append to a very large file', () => {
    const before = lines(2_000_000)
    expect(unifiedDiff(before, `${before}one more\n`)).toMatch(/\+one more\n$/)
  })

  it('ends in time for two large texts that have nothing in common, and is complete', () => {
    const diff = unifiedDiff(lines(60_000), lines(60_000, 1_000_000))
    expect(diff.match(/^\+/gm)).toHaveLength(60_000)
    expect(diff.match(/^-/gm)).toHaveLength(60_000)
  })
})

describe('the preview of a change', () => {
  it('names the file, what happens to it and its sizes', () => {
    expect(previewChange('a.md', undefined, encode('hi\n'))).toEqual({
      kind: 'diff',
      files: [
        { path: 'a.md', change: 'create', diff: '--- /dev/null\n+++ b/a.md\n@@ -0,0 +1,1 @@\n+hi\n', size_before: null, size_after: 3 },
      ],
    })
  })

  it('says that unsaved changes are saved too, above the change', () => {
    const preview = previewChange('a.md', { ...content('a\nb\n'), isUnsaved: true }, encode('a\nc\n'))
    expect(preview).toMatchObject({
      files: [
        {
          diff: expect.stringMatching(/\nSaves your unsaved changes in a\.md too\.\n@@ .*\n a\n-b\n\+c\n$/),
          note_form: { form: 'diff.saves-unsaved' },
        },
      ],
    })
  })

  it('says so where nothing changes or the old content is not text', () => {
    expect(previewChange('a.md', content('x'), encode('x'))).toMatchObject({
      files: [{ change: 'modify', diff: expect.stringContaining('stays the same') }],
    })
    expect(previewChange('a.md', { bytes: Uint8Array.of(255), size: 1 }, encode('x'))).toMatchObject({
      files: [{ diff: expect.stringMatching(/is not text[\s\S]+\+x/) }],
    })
  })

  it('that is too long to show is its beginning, its length and its digest', { timeout: 30_000 }, () => {
    const preview = previewChange('a.md', content('x\n'.repeat(1_000)), encode('y\n'.repeat(2 * 1024 * 1024)))
    const diff = preview.kind === 'diff' ? (preview.files[0]?.diff ?? '') : ''
    expect(diff.length).toBeLessThan(3_000_000)
    expect(diff).toMatch(/\[Only the first \d+ characters are shown\. The new content has 4194304 bytes, SHA-256 [0-9a-f]{64}\]\n$/)
  })
})
