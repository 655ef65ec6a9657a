import { LIMITS } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { parsePatch } from '../parse/parse-patch.ts'
import { applyPatchToFiles } from './apply-patch-to-files.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array | undefined) => bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

function apply(files: Readonly<Record<string, string | Uint8Array>>, diff: string) {
  const contents = Object.entries(files).map(
    ([name, text]) => [name, { bytes: typeof text === 'string' ? encode(text) : text, size: 0 }] as const,
  )
  return applyPatchToFiles(parsePatch(diff), new Map(contents)).map(({ change, path, from, after }) => ({
    change,
    path,
    ...(from && { from }),
    text: decode(after),
  }))
}

const applyTo = (text: string, hunks: string): string | undefined => apply({ x: text }, `--- a/x\n+++ b/x\n${hunks}`)[0]?.text
const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error as { code: string; message: string; details: Record<string, unknown> }
  }
  throw new Error('not refused')
}
const lines = (count: number) => Array.from({ length: count }, (_, nth) => `line ${nth + 1}\n`).join('')

describe('a hunk is applied', () => {
  const changeTen = '@@ -9,3 +9,3 @@\n line 9\n-line 10\n+ten\n line 11\n'

  it('where it says', () => expect(applyTo(lines(20), changeTen)).toBe(lines(20).replace('line 10\n', 'ten\n')))

  it('before an earlier one, unless so many are that moving the others over would take long', () => {
    const text = (count: number) => `${'a\nc\n'.repeat(count)}end\n`
    const backwards = (count: number) =>
      Array.from({ length: count - 2 }, (_, nth) => `@@ -${2 * nth + 3},2 +${2 * (count - nth) - 3},2 @@\n-a\n+b\n c\n`).join('')
    expect(applyTo(text(1000), backwards(1000))).toBe(`a\nc\n${'b\nc\n'.repeat(998)}a\nc\nend\n`)
    expect(refusal(() => applyTo(text(20_000), backwards(20_000)))).toMatchObject({
      code: 'PATCH_APPLY_FAILED',
      message: expect.stringContaining('too many hunks belong before earlier ones'),
    })
  })

  it('further down or up where the file has moved on', () => {
    expect(applyTo(`new\nnew\n${lines(20)}`, changeTen)).toBe(`new\nnew\n${lines(20).replace('line 10\n', 'ten\n')}`)
    expect(applyTo(lines(20).replace('line 1\n', ''), changeTen)).toContain('ten\n')
  })

  it('at the nearest place, the lower one of two that are equally near', () => {
    const block = 'a\nb\nc\n'
    const diff = '@@ -6,3 +6,3 @@\n a\n-b\n+B\n c\n'
    expect(applyTo(`0\n0\n${block}0\n0\n0\n${block}0\n`, diff)).toBe('0\n0\na\nb\nc\n0\n0\n0\na\nB\nc\n0\n')
    expect(applyTo(`0\n0\n0\n${block}0\n0\n0\n${block}0\n`, diff)).toBe('0\n0\n0\na\nB\nc\n0\n0\n0\na\nb\nc\n0\n')
  })

  it('never on lines that an earlier hunk wrote', () => {
    const diff = '@@ -2,2 +2,3 @@\n a\n+a\n b\n@@ -5,2 +6,2 @@\n a\n-b\n+c\n'
    expect(refusal(() => applyTo('0\na\nb\n0\n0\n', diff))).toMatchObject({ code: 'PATCH_APPLY_FAILED', details: { hunk: 2 } })
  })

  it('with CRLF, a byte order mark and a missing last newline kept', () => {
    expect(applyTo('\ufeffa\r\nb\r\nc', '@@ -1,3 +1,3 @@\n \ufeffa\r\n-b\r\n+B\r\n c\n\\ No newline at end of file\n')).toBe(
      '\ufeffa\r\nB\r\nc',
    )
    expect(refusal(() => applyTo('a\r\nb\r\n', '@@ -1,2 +1,2 @@\n a\n-b\n+B\n')).code).toBe('PATCH_APPLY_FAILED')
    expect(refusal(() => applyTo('a\n', '@@ -1 +1 @@\n-\ufeffa\n+b\n')).code).toBe('PATCH_APPLY_FAILED')
  })

  it('to an empty file, and until nothing is left', () => {
    expect(applyTo('', '@@ -0,0 +1,2 @@\n+a\n+b\n')).toBe('a\nb\n')
    expect(applyTo('a\n', '@@ -1 +0,0 @@\n-a\n')).toBe('')
  })

  it('that says there is no newline takes away the one that is there, as git does', () => {
    expect(applyTo('a\nend\n', '@@ -1,2 +1,2 @@\n-a\n+A\n end\n\\ No newline at end of file\n')).toBe('A\nend')
  })
})

describe('a hunk whose counts were wrong', () => {
  const hunk = '@@ -2,9 +2,9 @@\n a\n-b\n+B\n c\n'

  it('is applied at its line, or where alone it fits', () => {
    expect(applyTo('0\na\nb\nc\n1\na\nb\nc\n', hunk)).toBe('0\na\nB\nc\n1\na\nb\nc\n')
    expect(applyTo('0\n0\n0\na\nb\nc\n', hunk)).toBe('0\n0\n0\na\nB\nc\n')
  })

  it('is refused elsewhere if it fits in several places', () => {
    expect(refusal(() => applyTo('0\n0\n0\na\nb\nc\n1\na\nb\nc\n', hunk)).message).toMatch(
      /fit in one place only: give the right line numbers/,
    )
  })
})

describe('a hunk is refused', () => {
  it.each([
    ['without context, save at the end', 'a\nb\nc\n', '@@ -2 +2 @@\n-b\n+B\n', /must end the file: add lines of context/],
    ['that inserts without context in the middle', 'a\nb\nc\n', '@@ -2,0 +3 @@\n+x\n@@ -3 +4 @@\n-c\n+d\n', /hunk 2 does not fit/],
    ['that says line 1 elsewhere', '0\na\nb\n', '@@ -1,2 +1,2 @@\n-a\n+A\n b\n', /must begin the file/],
    ['with other blanks', '0\n\ta\nb\n', '@@ -2,2 +2,2 @@\n-  a\n+A\n b\n', /Line 2 should be " {2}a", but is/],
    ['beyond the end', '0\na\n', '@@ -2,2 +2,2 @@\n-a\n+A\n b\n', /Line 3 should be "b", but the file ends there/],
    ['that adds to nothing where there is something', 'a\n', '@@ -0,0 +1 @@\n+x\n', /does not fit/],
  ])('%s', (_, text, hunks, words) => {
    expect(refusal(() => applyTo(text, hunks)).message).toMatch(words)
  })

  it('with its file, its number, what it expects and what is there', () => {
    const diff = `--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-a\n+A\n--- a/b.md\n+++ b/b.md\n@@ -2,3 +2,3 @@\n 2\n-3\n+drei\n 4\n`
    expect(refusal(() => apply({ 'a.md': 'a\n', 'b.md': '1\n2\ndrei\n4\n' }, diff))).toMatchObject({
      code: 'PATCH_APPLY_FAILED',
      message: 'Patch does not apply: b.md: hunk 2 does not fit. Line 3 should be "3", but is "drei".',
      details: { path: 'b.md', hunk: 2, line: 2, expected: ['2', '3', '4'], found: ['2', 'drei', '4'] },
    })
  })

  it('in few words, however long its lines are', () => {
    const long = 'x'.repeat(1_000_000)
    const { message, details } = refusal(() => applyTo(`${long}y\n`.repeat(50), `@@ -5,3 +5,3 @@\n ${long}\n-${long}\n+a\n ${long}\n`))
    expect(message.length).toBeLessThan(LIMITS.maxErrorCharacters)
    expect(JSON.stringify(details).length).toBeLessThan(10_000)
  })

  it.each([
    ['a file of equal lines', 'a\n'.repeat(2_000_000), `@@ -5,1001 +5,1001 @@\n${' a\n'.repeat(1_000)}-b\n+c\n`],
    [
      'many hunks that are all elsewhere',
      `${'a\n'.repeat(200_000)}`,
      Array.from({ length: 50_000 }, (_, nth) => `@@ -${3 * nth + 2},3 +${3 * nth + 2},3 @@\n a\n-a\n+b\n c\n`).join(''),
    ],
    [
      'a pattern that nearly fits everywhere',
      'a\n'.repeat(500_000),
      `@@ -250000,2001 +250000,2001 @@\n${' a\n'.repeat(1_000)}-a\n+c\n${' a\n'.repeat(999)} b\n`,
    ],
  ])('without endless search: %s', (_, text, hunks) => {
    expect(refusal(() => applyTo(text, hunks)).code).toBe('PATCH_APPLY_FAILED')
  })

  it('where the file has more lines than are looked at', () => {
    const hunk = '@@ -1,2 +1,2 @@\n-\n+a\n \n'
    expect(applyTo('\n'.repeat(LIMITS.maxPatchedLines), hunk)?.length).toBe(LIMITS.maxPatchedLines + 1)
    expect(refusal(() => applyTo('\n'.repeat(LIMITS.maxPatchedLines + 1), hunk)).code).toBe('FILE_TOO_LARGE')
  })
})

it('many hunks of a long file that has moved are found', () => {
  const moved = `${'new\n'.repeat(500)}${lines(100_000)}`
  const hunks = Array.from({ length: 9_000 }, (_, nth) => 10 * nth + 5).map(
    (at) => `@@ -${at},3 +${at},3 @@\n line ${at}\n-line ${at + 1}\n+changed\n line ${at + 2}\n`,
  )
  expect(applyTo(moved, hunks.join(''))?.match(/^changed$/gm)).toHaveLength(9_000)
})

describe('a file', () => {
  const rename = 'diff --git a/old.md b/new.md\nsimilarity index 90%\nrename from old.md\nrename to new.md\n'
  const remove = 'diff --git a/x.md b/x.md\ndeleted file mode 100644\n'
  const create = 'diff --git a/x.md b/x.md\nnew file mode 100644\n'

  it('is created, empty too, where there is none', () => {
    expect(apply({}, `${create}--- /dev/null\n+++ b/x.md\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n`)).toEqual([
      { change: 'create', path: 'x.md', text: 'a' },
    ])
    expect(apply({}, create)).toEqual([{ change: 'create', path: 'x.md', text: '' }])
    expect(apply({}, '--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n')).toEqual([{ change: 'create', path: 'x', text: 'a\n' }])
    expect(refusal(() => apply({ 'x.md': '' }, create)).message).toMatch(/x\.md: it is to be created, but it is there already/)
  })

  it('is deleted where the diff removes all of it', () => {
    expect(apply({ 'x.md': '' }, remove)).toEqual([{ change: 'delete', path: 'x.md', text: undefined }])
    expect(apply({ 'x.md': 'a\n' }, `${remove}--- a/x.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n`)).toEqual([
      { change: 'delete', path: 'x.md', text: undefined },
    ])
    expect(refusal(() => apply({ 'x.md': 'a\n' }, remove)).message).toMatch(/does not remove all of its lines/)
    expect(refusal(() => apply({}, remove)).message).toMatch(/there is no such file/)
  })

  it('is renamed, with hunks or without, text or not', () => {
    expect(apply({ 'old.md': 'a\nb\n' }, rename)).toEqual([{ change: 'rename', path: 'new.md', from: 'old.md', text: 'a\nb\n' }])
    const hunk = '--- a/old.md\n+++ b/new.md\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n'
    expect(apply({ 'old.md': 'a\nb\n' }, `${rename}${hunk}`)).toMatchObject([{ from: 'old.md', text: 'A\nb\n' }])
    expect(apply({ 'old.md': Uint8Array.of(255) }, rename)).toMatchObject([{ change: 'rename' }])
    expect(refusal(() => apply({ 'old.md': Uint8Array.of(255) }, `${rename}${hunk}`)).code).toBe('ENCODING_ERROR')
    expect(refusal(() => apply({ 'old.md': 'a', 'new.md': '' }, rename)).message).toMatch(/there is such a file already/)
    expect(refusal(() => apply({}, rename)).message).toMatch(/old\.md: there is no such file/)
  })

  it('must not become larger than files may be', () => {
    const text = `a\nb\n${'x'.repeat(LIMITS.maxFileBytes - 5)}\n`
    expect(applyTo(text, '@@ -1,2 +1,2 @@\n-a\n+A\n b\n')?.length).toBe(LIMITS.maxFileBytes)
    expect(refusal(() => applyTo(text, '@@ -1,2 +1,2 @@\n-a\n+AA\n b\n')).code).toBe('FILE_TOO_LARGE')
  })
})
