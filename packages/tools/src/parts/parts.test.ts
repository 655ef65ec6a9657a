// A part of a change: what is kept is written, and nothing else. Real source files, compared with `git apply` and with the lines themselves.
import { changedLines, digestOf, type Kept, keptSchema, previewDigest, shownHunks } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { createDice } from '../../test/patches/dice.ts'
import { changeEnds, disguise, editLines } from '../../test/patches/edit-texts.ts'
import { applyWithGit } from '../../test/patches/git.ts'
import { findSources } from '../../test/patches/real-sources.ts'
import { previewChange } from '../files/preview-change.ts'
import { writeFile } from '../files/write-file.ts'
import { choosePart } from './choose-part.ts'
import { describePart } from './describe-part.ts'
import { applyKeptDiff } from './kept-diff.ts'
import { partOfCall, requireHighTick } from './part-of-call.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
const content = (text: string) => ({ bytes: encode(text), size: text.length })

const preview = (before: string | undefined, after: string, path = 'a.md') => {
  const shown = previewChange(path, before === undefined ? undefined : content(before), encode(after))
  if (shown.kind !== 'diff') throw new Error('a write is shown as a diff')
  return shown
}
type Shown = ReturnType<typeof preview>

const keep = (shown: Shown, chosen: Partial<Kept>): Kept => keptSchema.parse({ preview_digest: previewDigest(shown), ...chosen })
const partDiff = (shown: Shown, chosen: Partial<Kept>): string =>
  String(partOfCall({ tool_name: 'write_file', tool_params: { path: 'a.md' } }, choosePart(shown, keep(shown, chosen))).kept_diff)
const take = (before: string, after: string, chosen: Partial<Kept>): string => {
  const shown = preview(before, after)
  return decode(applyKeptDiff(partDiff(shown, chosen), 'a.md', content(before)))
}
const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error as { code: string; message: string }
  }
  throw new Error('not refused')
}

const LINES = Array.from({ length: 30 }, (_, nth) => `line ${nth + 1}\n`).join('')
const TWO_HUNKS = LINES.replace('line 3\n', 'three\nnew\n').replace('line 25\n', '')

describe('what is kept of a write', () => {
  it('is a hunk without the others', () => {
    expect(take(LINES, TWO_HUNKS, { hunks: [1] })).toBe(LINES.replace('line 3\n', 'three\nnew\n'))
    expect(take(LINES, TWO_HUNKS, { hunks: [2] })).toBe(LINES.replace('line 25\n', ''))
  })

  it('is a line without the others', () => {
    // Below the @@ line: 1, 2, -3, +three, +new, 4, 5, 6.
    expect(take(LINES, TWO_HUNKS, { lines: { 1: [5] } })).toBe(LINES.replace('line 3\n', 'line 3\nnew\n'))
    expect(take(LINES, TWO_HUNKS, { lines: { 1: [3, 4] }, hunks: [2] })).toBe(LINES.replace('line 3\n', 'three\n').replace('line 25\n', ''))
    expect(take(LINES, TWO_HUNKS, { lines: { 1: [3] } })).toBe(LINES.replace('line 3\n', ''))
  })

  it('keeps CRLF, the byte order mark and a missing last newline', () => {
    expect(take('\ufeffa\r\nb\r\nc', '\ufeffA\r\nb\r\nC', { lines: { 1: [1, 2] } })).toBe('\ufeffA\r\nb\r\nc')
    expect(take('a\nb', 'a\nB', { hunks: [1] })).toBe('a\nB')
    expect(take('a\nb', 'a\nb\nc\nd', { lines: { 1: [2, 4, 5] } })).toBe('a\nb\nc\n')
  })

  it('may be a part of a new file', () => {
    const diff = partDiff(preview(undefined, 'a\nb\nc\n'), { lines: { 1: [1, 3] } })
    expect(decode(applyKeptDiff(diff, 'a.md', undefined))).toBe('a\nc\n')
  })
})

describe('a choice is refused', () => {
  const shown = preview(LINES, TWO_HUNKS)
  it.each([
    ['of a hunk that there is not', { hunks: [3] }, /kept\.hunks: there is no hunk 3, they are 1 to 2/],
    ['that names a hunk twice', { hunks: [1], lines: { 1: [3] } }, /named twice/],
    ['of a line that is not changed', { lines: { 1: [1] } }, /line 1 of hunk 1 is not a changed line/],
    ['of a line beyond the hunk', { lines: { 1: [99] } }, /line 99 of hunk 1/],
  ])('%s', (_, chosen, words) => {
    expect(refusal(() => choosePart(shown, keep(shown, chosen)))).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringMatching(words),
    })
  })

  it('from another preview', () => {
    expect(refusal(() => choosePart(shown, { ...keep(shown, { hunks: [1] }), preview_digest: digestOf('another') })).code).toBe(
      'INPUT_CHANGED',
    )
  })

  it('of lines that need a newline which nobody chose', () => {
    expect(refusal(() => take('a\nb', 'a\nb\nc\n', { lines: { 1: [5] } })).message).toMatch(/in hunk 1 a line without a newline/)
  })

  it('of lines where the file is shown as a whole', () => {
    const replaced = previewChange('a.md', { bytes: Uint8Array.of(255), size: 1 }, encode('a\n'))
    if (replaced.kind !== 'diff') throw new Error('no diff')
    expect(refusal(() => choosePart(replaced, keep(replaced, { lines: { 1: [1] } }))).message).toMatch(/as a whole/)
  })

  it('of what is HIGH to write, without the tick', () => {
    const script = preview('a\n', 'b\n', 'run.sh')
    const part = choosePart(script, keep(script, { hunks: [1] }))
    expect(refusal(() => requireHighTick(part, 'HIGH', false)).message).toMatch(/cover_high: run\.sh is of HIGH risk/)
    expect(() => requireHighTick(part, 'HIGH', true)).not.toThrow()
  })
})

it('the agent is told what was kept, what not, and the comments', () => {
  const shown = preview(LINES, TWO_HUNKS)
  const part = choosePart(shown, keep(shown, { lines: { 1: [5] }, comments: { 1: 'three is wrong', 2: 'keep 25' } }))
  expect(describePart(part)).toBe(
    [
      'The operator kept only a part of this change: of 2 hunks 0 whole, 1 in part, 1 not at all. What is not kept was not written; do not write it again unless asked to.',
      'Hunk 1 (a.md, @@ -1,6 +1,7 @@): kept, without these lines:',
      '> -line 3',
      '> +three',
      'The operator wrote:',
      '> three is wrong',
      'Hunk 2 (a.md, @@ -22,7 +23,6 @@): not kept:',
      '> -line 25',
      'The operator wrote:',
      '> keep 25',
    ].join('\n'),
  )
})

it('an agent cannot send the parameter that a choice adds', () => {
  expect(writeFile.input.safeParse({ path: 'a.md', content: '', kept_diff: '' }).success).toBe(false)
})

it('any choice of lines of real edits gives exactly those lines, as git does', { timeout: 120_000 }, () => {
  const sources = findSources()
  const cases = Array.from({ length: 200 }, (_, seed) => {
    const dice = createDice(seed + 1)
    const before = disguise(dice.pick(sources), dice)
    const shown = preview(before, changeEnds(editLines(before, dice, 1 + dice.below(8)), dice))
    const lines = Object.fromEntries(shownHunks(shown).map((hunk) => [hunk.number, changedLines(hunk).filter(() => dice.oneIn(2))]))
    return { seed, before, shown, lines }
  }).filter(
    ({ shown, lines }) => shownHunks(shown).every(({ canSplit }) => canSplit) && Object.values(lines).some(({ length }) => length > 0),
  )
  const parts = cases.flatMap((one) => {
    try {
      return [{ ...one, diff: partDiff(one.shown, { lines: one.lines }) }]
    } catch (error) {
      expect((error as Error).message).toMatch(/without a newline/)
      return []
    }
  })
  const byGit = applyWithGit(parts.map(({ before, diff }) => ({ target: { 'a.md': before }, diff })))
  for (const [nth, { seed, before, shown, lines, diff }] of parts.entries()) {
    const ours = decode(applyKeptDiff(diff, 'a.md', content(before)))
    expect(ours, `seed ${seed}`).toBe(chosenText(before, shown, lines))
    expect(byGit[nth]?.['a.md'], `seed ${seed}`).toBe(ours)
  }
  expect(parts.length).toBeGreaterThan(150)
})

/** The same, line by line: the lines outside hunks, and in each hunk those that are not removed. */
function chosenText(before: string, shown: Shown, chosen: Readonly<Record<number, readonly number[]>>): string {
  const old = before.match(/[^\n]*\n|[^\n]+/g) ?? []
  const out: string[] = []
  let at = 0
  for (const { number, header, lines } of shownHunks(shown)) {
    const [, start = '0', count = '1'] = /^@@ -(\d+)(?:,(\d+))?/.exec(header) ?? []
    const first = count === '0' ? Number(start) : Number(start) - 1
    out.push(...old.slice(at, first))
    at = first
    for (const [index, line] of lines.entries()) {
      const isKept = chosen[number]?.includes(index + 1) ?? false
      const isBare = lines[index + 1]?.startsWith('\\') ?? false
      if (line.startsWith('\\')) continue
      if (!line.startsWith('+')) at++
      if (line.startsWith('+') ? isKept : !(line.startsWith('-') && isKept)) out.push(`${line.slice(1)}${isBare ? '' : '\n'}`)
    }
  }
  return [...out, ...old.slice(at)].join('')
}
