import { LIMITS } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { parsePatch } from './parse-patch.ts'

const HUNK = '@@ -1 +1 @@\n-a\n+b\n'
const git = (header: string, names = '--- a/x.md\n+++ b/x.md\n') => `diff --git a/x.md b/x.md\n${header}${names}${HUNK}`
const refusal = (diff: string): string => {
  try {
    parsePatch(diff)
  } catch (error) {
    return `${(error as { code: string }).code} ${(error as Error).message}`
  }
  return 'read'
}

describe('a diff', () => {
  it('of git says what happens to each file, and its hunks are numbered over all of them', () => {
    const { files, total } = parsePatch(
      [
        'From 1234 Mon Sep 17\nSubject: [PATCH] words of a letter\n\n---\n x.md | 2 +-\n\n',
        git('index 1111111..2222222 100755\n'),
        'diff --git a/new.md b/new.md\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/new.md\n@@ -0,0 +1,2 @@ heading\n+a\n+b\n',
        'diff --git a/empty.md b/empty.md\nnew file mode 100644\nindex 0000000..e69de29\n',
        'diff --git a/old.md b/old.md\ndeleted file mode 100755\n--- a/old.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n',
        'diff --git a/from.md b/dir/to.md\nsimilarity index 100%\nrename from from.md\nrename to dir/to.md\n',
        '-- \n2.39.5\n',
      ].join(''),
    )
    expect(files.map(({ change, path, from, number, hunks }) => [change, path, from, number, hunks.length])).toEqual([
      ['modify', 'x.md', undefined, 1, 1],
      ['create', 'new.md', undefined, 2, 1],
      ['create', 'empty.md', undefined, 3, 0],
      ['delete', 'old.md', undefined, 4, 1],
      ['rename', 'dir/to.md', 'from.md', 5, 0],
    ])
    expect(total).toBe(5)
    expect(files[1]?.hunks[0]).toMatchObject({ heading: ' heading', lines: ['+a', '+b'], newIsBare: false })
    expect(files[3]?.hunks[0]).toMatchObject({ oldIsBare: true, newIsBare: false })
  })

  it.each([
    ['--- a/x.md\n+++ b/x.md\n', 'x.md'],
    ['--- x.md\n+++ x.md\n', 'x.md'],
    ['--- src/x.md\n+++ src/x.md\n', 'src/x.md'],
    ['--- a/x y.md\t\n+++ b/x y.md\t\n', 'x y.md'],
    ['--- old/x.md\t2026-01-01 10:00:00.000000000 +0100\n+++ new/x.md\t2026-01-02 10:00:00 +0100\n', 'x.md'],
    ['--- i/x.md\n+++ w/x.md\n', 'x.md'],
    ['--- "a/\\303\\274\\"\\101.md"\n+++ "b/\\303\\274\\"\\101.md"\n', 'ü"A.md'],
    ['--- a/./x//y.md\n+++ b/./x//y.md\n', 'x/y.md'],
    ['--- a/x.md\r\n+++ b/x.md\r\n', 'x.md'],
  ])('by other programs names its file: %j', (names, path) => {
    expect(parsePatch(`${names}${HUNK}`).files).toMatchObject([{ change: 'modify', path }])
  })

  it.each([
    ['--- /dev/null\n+++ b/x.md\n@@ -0,0 +1 @@\n+a\n', 'create'],
    ['--- a/x.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n', 'delete'],
    ['--- a/x.md\t1970-01-01 01:00:00.000000000 +0100\n+++ b/x.md\t2026-01-02 10:00:00 +0100\n@@ -0,0 +1 @@\n+a\n', 'create'],
    ['--- a/x.md\t2026-01-02 10:00:00 -0500\n+++ b/x.md\t1969-12-31 19:00:00.000 -0500\n@@ -1 +0,0 @@\n-a\n', 'delete'],
  ])('by other programs names a file that comes or goes: %j', (diff, change) => {
    expect(parsePatch(diff).files).toMatchObject([{ change, path: 'x.md' }])
  })

  it('may lack its last newline, and the blank of an empty line', () => {
    expect(parsePatch('--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n-a\n+b\n\n c').files[0]?.hunks[0]?.lines).toEqual(['-a', '+b', ' ', ' c'])
  })

  it.each([
    [git('old mode 100644\nnew mode 100755\n'), /modes are never changed/],
    [git('new file mode 100755\n', ''), /never made executable/],
    [git('new file mode 120000\n', ''), /Symbolic links/],
    [git('index 1111111..2222222 120000\n'), /Symbolic links/],
    [git('index 1111111..2222222 160000\n'), /Submodules/],
    [git('deleted file mode 160000\n', ''), /Submodules/],
    [git('new file mode 644\n', ''), /no mode of an ordinary file/],
    [git('similarity index 90%\ncopy from x.md\ncopy to y.md\n'), /Copies/],
    [git('GIT binary patch\nliteral 3\nabc\n', ''), /changes nothing|Binary/],
    ['diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n', /changes nothing|Binary/],
    ['Binary files old/x.png and new/x.png differ\n', /Binary files are not patched/],
    [
      'diff --git a/x.png b/x.png\nnew file mode 100644\nindex 0..1\nBinary files /dev/null and b/x.png differ\n',
      /Binary files are not patched/,
    ],
    ['diff --cc x.md\nindex 1,2..3\n--- a/x.md\n+++ b/x.md\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n', /Combined/],
    ['--- a/x.md\n+++ b/x.md\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n', /Combined/],
  ])('that asks for what is never done is refused in words: %j', (diff, words) => {
    expect(refusal(diff)).toMatch(words)
    expect(refusal(diff)).toMatch(/^INVALID_ARGUMENTS Invalid arguments: line \d+ of the diff/)
  })

  it.each([
    ['', /no change in unified format/],
    ['Please change line 3.', /no change in unified format/],
    [HUNK, /its file must be named before it/],
    ['--- a/x\n+++ b/x\n@@ ... @@\n-a\n+b\n', /a hunk must follow, with its line numbers/],
    ['--- a/x\n+++ b/x\n@@ -a +b @@\n-a\n+b\n', /begins with its line numbers/],
    ['--- a/x\n+++ b/x\n@@ -1 +1 @@\n a\n', /changes nothing/],
    ['--- a/x\n+++ b/x\n@@ -9999999999 +1 @@\n-a\n+b\n', /begins with its line numbers/],
    ['--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n\\ No newline at end of file\n+b\n c\n', /follows the one that has no newline/],
    ['--- a/x\n+++ b/x\n@@ -1 +1 @@\n-\n\\ No newline at end of file\n+b\n', /could lack its newline/],
    [
      `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n@@ -3 +3 @@\n-a\n+b\n`,
      /hunk follows the one that has no newline/,
    ],
    [`--- a/x\n+++ b/x\n@@ -5 +5 @@\n-a\n+b\n@@ -2 +2 @@\n-a\n+b\n`, /follow each other/],
    [`--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-a\n+b\n a\n@@ -3 +3 @@\n-a\n+b\n`, /not overlap/],
    [`--- a/x\n+++ b/y\n${HUNK}`, /both names must be the same/],
    [`--- /dev/null\n+++ /dev/null\n${HUNK}`, /names no file/],
    [git('', '--- a/y.md\n+++ b/y.md\n'), /names differ/],
    [git('', '--- a/x.md\n+++ b/y.md\n'), /names differ/],
    [git('', '--- /dev/null\n+++ b/x.md\n'), /needs the line "new file mode 100644"/],
    [git('', '--- a/x.md\n+++ /dev/null\n'), /needs the line "deleted file mode 100644"/],
    [git('new file mode 100644\n'), /a new file has --- \/dev\/null/],
    [git('deleted file mode 100644\n'), /a deleted file has \+\+\+ \/dev\/null/],
    [git('new file mode 100644\n', '--- /dev/null\n+++ b/y.md\n'), /names differ/],
    [git('new file mode 100644\n', '--- /dev/null\n+++ b/x.md\n'), /a new file has no old lines/],
    [git('deleted file mode 100644\n', '--- a/x.md\n+++ /dev/null\n'), /keeps no lines/],
    [git('rename from x.md\n'), /both names/],
    [git('rename from x.md\nrename to y.md\n'), /names differ/],
    [git('new file mode 100644\nrename from x.md\nrename to y.md\n'), /either created, deleted or renamed/],
    ['diff --git a/x b/x\nindex 1..2\n', /changes nothing/],
    [`${git('')}${git('')}`, /names x\.md twice/],
    ['--- "a/x\n+++ "b/x\n@@ -1 +1 @@\n-a\n+b\n', /not complete/],
    ['--- "a/\\377"\n+++ "b/\\377"\n@@ -1 +1 @@\n-a\n+b\n', /not UTF-8/],
    [`--- a/${'x'.repeat(9_999)}\n+++ b/x\n${HUNK}`, /too long/],
    ['--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n@@ -1,0 +2 @@\n+b\n', /one hunk with all of its lines/],
  ])('that lies or is broken is refused: %j', (diff, words) => {
    expect(refusal(diff)).toMatch(words)
    expect(refusal(diff)).toMatch(/^INVALID_ARGUMENTS /)
  })

  it('has a limit in bytes, and one in files', () => {
    const prose = (bytes: number) => `${HEAD}${'é'.repeat((bytes - HEAD.length) / 2)}`
    const HEAD = `--- a/x\n+++ b/x\n${HUNK}..`
    expect(HEAD.length % 2).toBe(0)
    expect(parsePatch(prose(LIMITS.maxDiffBytes)).total).toBe(1)
    expect(refusal(prose(LIMITS.maxDiffBytes + 2))).toMatch(/^FILE_TOO_LARGE .*more than 5242880 bytes/)
    const files = (count: number) => Array.from({ length: count }, (_, nth) => `--- a/${nth}\n+++ b/${nth}\n${HUNK}`).join('')
    expect(parsePatch(files(LIMITS.maxPatchFiles)).total).toBe(LIMITS.maxPatchFiles)
    expect(refusal(files(LIMITS.maxPatchFiles + 1))).toMatch(/at most 1000 files/)
    expect(refusal('--- a/\ud800')).toMatch(/^ENCODING_ERROR/)
  })

  it('has a limit in hunks, over all of its files', () => {
    const hunks = (count: number) => Array.from({ length: count }, (_, nth) => `@@ -${nth + 1} +${nth + 1} @@\n-a\n+b\n`).join('')
    const files = (more: number) =>
      `--- a/x\n+++ b/x\n${hunks(LIMITS.maxPatchHunks / 2)}--- a/y\n+++ b/y\n${hunks(LIMITS.maxPatchHunks / 2 + more)}`
    expect(parsePatch(files(0)).total).toBe(LIMITS.maxPatchHunks)
    expect(refusal(files(1))).toMatch(/^INVALID_ARGUMENTS .*at most 50000 hunks/)
  })

  it('that is asked for again and again is read once', () => {
    const text = () => ['--- a/x\n+++ b/x\n', HUNK].join('')
    const patch = parsePatch(text())
    expect(parsePatch(text())).toBe(patch)
    expect(refusal('none')).toMatch(/^INVALID/)
    expect(parsePatch(text().replaceAll('/x', '/y')).files).toMatchObject([{ path: 'y' }])
    expect(parsePatch(text())).toEqual(patch)
  })

  it.each([
    ['blanks in a header', `diff --git ${' '.repeat(1_000)}\n`.repeat(4_000)],
    ['names', `--- a/${'/'.repeat(8_000)}\n`.repeat(600)],
    ['quotes', `--- "${'\\'.repeat(8_000)}\n`.repeat(600)],
    ['empty lines after a hunk', `--- a/x\n+++ b/x\n${HUNK}${'\n'.repeat(5_000_000)}`],
    ['a hunk without end', `--- a/x\n+++ b/x\n@@ -1,999999999 +1,999999999 @@\n${' \n'.repeat(2_500_000)}`],
    ['numbers', `@@ -${'1'.repeat(5_000_000)}`],
    ['headers', '--- a\n+++ b\n@@ -'.repeat(300_000)],
    ['lines that say nothing', 'Binary files '.repeat(400_000)],
  ])('of hostile %s is read to its end', (_, diff) => {
    expect(refusal(diff)).not.toMatch(/^INTERNAL/)
  })
})

describe('a hunk whose header counts its lines wrongly', () => {
  const read = (body: string, counts: string, after = '') =>
    parsePatch(`--- a/x\n+++ b/x\n@@ ${counts} @@\n${body}${after}`).files.map(({ hunks }) =>
      hunks.map(({ oldLines, newLines, lines, isRecounted }) => ({ counts: [oldLines, newLines], lines: lines.length, isRecounted })),
    )
  const BODY = ' a\n-b\n+c\n d\n'

  it.each([
    ['too many', '-1,9 +1,9'],
    ['too few', '-1,2 +1,1'],
    ['none', '-1 +1'],
    ['one side right', '-1,3 +1,4'],
    ['nothing', '-1,0 +1,0'],
  ])('%s is counted again', (_, counts) => {
    expect(read(BODY, counts)).toEqual([[{ counts: [3, 3], lines: 4, isRecounted: true }]])
    expect(read(BODY, counts, '\n\n')).toEqual([[{ counts: [3, 3], lines: 4, isRecounted: true }]])
  })

  it('ends where the next hunk or file begins', () => {
    expect(read(BODY, '-1,9 +1,9', '@@ -20,9 +20 @@\n-x\n y\n')).toEqual([
      [
        { counts: [3, 3], lines: 4, isRecounted: true },
        { counts: [2, 1], lines: 2, isRecounted: true },
      ],
    ])
    for (const next of ['diff --git a/y b/y\n', ''])
      expect(read(BODY, '-1,9 +1,9', `${next}--- a/y\n+++ b/y\n@@ -1 +1 @@\n-x\n+y\n`)).toMatchObject([
        [{ counts: [3, 3] }],
        [{ counts: [1, 1] }],
      ])
  })

  it('keeps an empty line in its middle as a line of context', () => {
    expect(read(' a\n-b\n+c\n\n d\n', '-1 +1')).toEqual([[{ counts: [4, 4], lines: 5, isRecounted: true }]])
  })

  it('counts the whole of a new file', () => {
    expect(parsePatch('--- /dev/null\n+++ b/x\n@@ -0,0 +1,9 @@\n+a\n+b\n').files).toMatchObject([
      { change: 'create', hunks: [{ oldLines: 0, newLines: 2 }] },
    ])
  })

  it.each([
    ['a line without a sign', BODY, '-1,9 +1,9', 'c\n', /line 8 of the diff: .* this line has no sign/],
    ['what may end a letter', BODY, '-1,9 +1,9', '-- \n2.39\n', /line 8 of the diff: .* the end of a letter/],
    ['what may name a file', BODY, '-1,9 +1,9', '--- a/y\n+++ b/y\n', /line 8 of the diff: .* may name a file/],
    ['an empty line after its last change', ' a\n-b\n+c\n', '-1,4 +1,4', '\n', /the empty line after it may belong to it/],
    ['an end without a newline in a change', ' a\n-b\n+c', '-1,3 +1,3', '', /may have been cut off/],
  ])('is refused with %s, because nobody can say what was meant', (_, body, counts, after, words) => {
    expect(refusal(`--- a/x\n+++ b/x\n@@ ${counts} @@\n${body}${after}`)).toMatch(/^PATCH_APPLY_FAILED Patch does not apply/)
    expect(refusal(`--- a/x\n+++ b/x\n@@ ${counts} @@\n${body}${after}`)).toMatch(words)
  })
})
