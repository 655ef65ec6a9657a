// Parses the text of a diff into a patch. Accepts what `git apply` accepts, in one pass. What git would silently skip (lines beyond a
// hunk's count, binary files of a plain diff, a file named twice) is refused instead, because somebody meant it.
import { checkPath } from '@countersign/policy'
import { Failure, LIMITS } from '@countersign/protocol'
import { type FilePatch, type Hunk, namesOf, type Patch } from '../patch.ts'
import { type FileHeader, readGitHeader } from './git-header.ts'
import { type LineReader, readLines } from './line-reader.ts'
import { malformed, unsupported } from './malformed.ts'
import { readPlainHeader } from './plain-header.ts'
import { readHunk, readHunkHeader } from './read-hunk.ts'

const COMBINED = /^diff --(?:cc|combined) |^@@@ /
const BINARY = /^GIT binary patch\r?$|^(?:Binary files|Files) .* differ\r?$/
/** How the lines begin that findHeader must examine: prose is skipped quickly. */
const FIRST_LETTERS = 'd@GBF-'
const ENCODER = new TextEncoder()

let last: { readonly diff: string; readonly patch: Patch } | undefined

/** One call needs the same diff several times (its risk, its names, its texts, its preview): it is parsed once. */
export function parsePatch(diff: string): Patch {
  if (last?.diff !== diff) last = { diff, patch: readDiff(diff) }
  return last.patch
}

function readDiff(diff: string): Patch {
  checkText(diff)
  const lines = readLines(diff)
  const files: FilePatch[] = []
  let next = 1
  for (;;) {
    const header = findHeader(lines)
    if (!header) break
    const file = readFile(lines, header, next)
    files.push(file)
    next += Math.max(1, file.hunks.length)
    if (files.length > LIMITS.maxPatchFiles)
      throw new Failure('INVALID_ARGUMENTS', { subject: `a diff changes at most ${LIMITS.maxPatchFiles} files; send it in parts` })
  }
  if (files.length === 0) throw new Failure('INVALID_ARGUMENTS', { subject: 'the diff holds no change in unified format (---, +++, @@)' })
  refuseRepeated(files)
  return { files, total: next - 1 }
}

function checkText(diff: string): void {
  if (!diff.isWellFormed()) throw new Failure('ENCODING_ERROR', { subject: 'the diff has half a surrogate pair' })
  const isShort = 3 * diff.length <= LIMITS.maxDiffBytes
  const bytes = isShort ? 0 : Math.max(diff.length, diff.length > LIMITS.maxDiffBytes ? 0 : ENCODER.encode(diff).length)
  if (bytes > LIMITS.maxDiffBytes)
    throw new Failure('FILE_TOO_LARGE', { subject: `the diff has more than ${LIMITS.maxDiffBytes} bytes; send it in parts` })
}

/** Skips prose, as git does: a letter around the patch, `index` lines of other programs. */
function findHeader(lines: LineReader): FileHeader | undefined {
  for (let line = lines.peek(); line !== undefined; line = lines.peek()) {
    if (!FIRST_LETTERS.includes(line[0] ?? ' ')) {
      lines.next()
      continue
    }
    const at = lines.number()
    if (line.startsWith('diff --git ')) return readGitHeader(lines)
    if (COMBINED.test(line)) throw unsupported(at, 'Combined diffs of a merge are not applied.')
    if (BINARY.test(line)) throw unsupported(at, 'Binary files are not patched.')
    if (readHunkHeader(line)) throw malformed(at, 'a hunk stands alone; its file must be named before it by --- and +++ lines.')
    if (line.startsWith('--- ')) {
      const [second = '', third = ''] = lines.lookAhead(2)
      if (second.startsWith('+++ ') && third.startsWith('@@ -')) return readPlainHeader(lines)
      if (COMBINED.test(third)) throw unsupported(at, 'Combined diffs of a merge are not applied.')
      if (second.startsWith('+++ ')) throw malformed(at + 2, 'a hunk must follow, with its line numbers, as in @@ -1,3 +1,4 @@.')
    }
    lines.next()
  }
  return undefined
}

function readFile(lines: LineReader, header: FileHeader, number: number): FilePatch {
  const at = lines.number()
  const hunks: Hunk[] = []
  while (lines.peek()?.startsWith('@@ -')) {
    const start = lines.number()
    const hunk = readHunk(lines, number + hunks.length)
    checkOrder(hunks.at(-1), hunk, start)
    hunks.push(hunk)
    if (hunk.number > LIMITS.maxPatchHunks)
      throw new Failure('INVALID_ARGUMENTS', { subject: `a diff has at most ${LIMITS.maxPatchHunks} hunks; send it in parts` })
  }
  if (BINARY.test(lines.peek() ?? '')) throw unsupported(lines.number(), 'Binary files are not patched.')
  if (hunks.length === 0 && header.change === 'modify')
    throw malformed(at, 'a hunk must follow, with its line numbers, as in @@ -1,3 +1,4 @@.')
  checkOneSided(header, hunks, at)
  refuseLeftOver(lines, hunks.length > 0)
  return { ...header, path: normalise(header.path), ...(header.from !== undefined && { from: normalise(header.from) }), number, hunks }
}

function checkOrder(last: Hunk | undefined, hunk: Hunk, at: number): void {
  if (!last) return
  if (last.oldIsBare || last.newIsBare) throw malformed(at, 'a hunk follows the one that has no newline at the end of the file.')
  if (firstLine(hunk) < firstLine(last) + last.oldLines) throw malformed(at, 'hunks of one file must follow each other and not overlap.')
}

/** For an empty side, the header has the number of the line before it. */
const firstLine = ({ oldStart, oldLines }: Hunk): number => (oldLines === 0 ? oldStart + 1 : oldStart)

/** A created or deleted file has one side, so it has at most one hunk: its whole content. */
function checkOneSided({ change }: FileHeader, hunks: readonly Hunk[], at: number): void {
  if (change !== 'create' && change !== 'delete') return
  if (hunks.length > 1) throw malformed(at, 'a file that is created or deleted has one hunk with all of its lines.')
  if (change === 'create' && hunks[0]?.oldLines) throw malformed(at, 'a new file has no old lines.')
  if (change === 'delete' && hunks[0]?.newLines) throw malformed(at, 'a deleted file keeps no lines.')
}

/** Git treats lines beyond a hunk's count as prose. The signature marker of a letter, `-- `, is prose. */
function refuseLeftOver(lines: LineReader, hasHunks: boolean): void {
  if (!hasHunks) return
  while (lines.peek() !== undefined && lines.peek()?.trim() === '' && !lines.peek()?.startsWith(' ')) lines.next()
  const line = lines.peek() ?? ''
  if (!/^[ +\\-]/.test(line) || /^-- \r?$/.test(line)) return
  if (line.startsWith('--- ') && lines.lookAhead(1)[0]?.startsWith('+++ ')) return
  throw malformed(lines.number(), 'the hunk before has more lines than its header says. Count them again.')
}

/** In the normalised form used everywhere else; an invalid name stays as it is and is refused by the judgement. */
function normalise(path: string): string {
  const checked = checkPath(path)
  return 'path' in checked ? checked.path : path
}

function refuseRepeated(files: readonly FilePatch[]): void {
  const seen = new Set<string>()
  for (const name of files.flatMap(namesOf)) {
    if (seen.has(name))
      throw new Failure('INVALID_ARGUMENTS', {
        subject: `the diff names ${name.slice(0, 300)} twice; put all its hunks under one header`,
        path: name,
      })
    seen.add(name)
  }
}
