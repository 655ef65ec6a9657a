// Parses the text of a diff into a patch. Accepts what `git apply` accepts, in one pass. What git would silently skip (lines beyond a
// hunk's count (which are counted again), binary files of a plain diff, a file named twice) is refused instead, because somebody meant it.
import { checkPath } from '@countersign/policy'
import { Failure, LIMITS, sentence } from '@countersign/protocol'
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
      throw new Failure('INVALID_ARGUMENTS', { subject: sentence('patch.too-many-files', { count: LIMITS.maxPatchFiles }) })
  }
  if (files.length === 0) throw new Failure('INVALID_ARGUMENTS', { subject: sentence('patch.no-change') })
  refuseRepeated(files)
  return { files, total: next - 1 }
}

function checkText(diff: string): void {
  if (!diff.isWellFormed()) throw new Failure('ENCODING_ERROR', { subject: sentence('patch.half-character') })
  const isShort = 3 * diff.length <= LIMITS.maxDiffBytes
  const bytes = isShort ? 0 : Math.max(diff.length, diff.length > LIMITS.maxDiffBytes ? 0 : ENCODER.encode(diff).length)
  if (bytes > LIMITS.maxDiffBytes)
    throw new Failure('FILE_TOO_LARGE', { subject: sentence('patch.too-large', { count: LIMITS.maxDiffBytes }) })
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
    if (COMBINED.test(line)) throw unsupported(at, 'patch.combined')
    if (BINARY.test(line)) throw unsupported(at, 'patch.binary')
    if (readHunkHeader(line)) throw malformed(at, 'patch.hunk-alone')
    if (line.startsWith('--- ')) {
      const [second = '', third = ''] = lines.lookAhead(2)
      if (second.startsWith('+++ ') && third.startsWith('@@ -')) return readPlainHeader(lines)
      if (COMBINED.test(third)) throw unsupported(at, 'patch.combined')
      if (second.startsWith('+++ ')) throw malformed(at + 2, 'patch.hunk-must-follow')
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
      throw new Failure('INVALID_ARGUMENTS', { subject: sentence('patch.too-many-hunks', { count: LIMITS.maxPatchHunks }) })
  }
  if (BINARY.test(lines.peek() ?? '')) throw unsupported(lines.number(), 'patch.binary')
  if (hunks.length === 0 && header.change === 'modify') throw malformed(at, 'patch.hunk-must-follow')
  checkOneSided(header, hunks, at)
  return { ...header, path: normalise(header.path), ...(header.from !== undefined && { from: normalise(header.from) }), number, hunks }
}

function checkOrder(last: Hunk | undefined, hunk: Hunk, at: number): void {
  if (!last) return
  if (last.oldIsBare || last.newIsBare) throw malformed(at, 'patch.hunk-after-end')
  // Where the counts were wrong, the numbers of the lines may be: only their order is certain.
  const end = last.isRecounted ? firstLine(last) + 1 : firstLine(last) + last.oldLines
  if (firstLine(hunk) < end) throw malformed(at, 'patch.hunks-overlap')
}

/** For an empty side, the header has the number of the line before it. */
const firstLine = ({ oldStart, oldLines }: Hunk): number => (oldLines === 0 ? oldStart + 1 : oldStart)

/** A created or deleted file has one side, so it has at most one hunk: its whole content. */
function checkOneSided({ change }: FileHeader, hunks: readonly Hunk[], at: number): void {
  if (change !== 'create' && change !== 'delete') return
  if (hunks.length > 1) throw malformed(at, 'patch.one-hunk')
  if (change === 'create' && hunks[0]?.oldLines) throw malformed(at, 'patch.new-file-old-lines')
  if (change === 'delete' && hunks[0]?.newLines) throw malformed(at, 'patch.deleted-file-new-lines')
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
        subject: sentence('patch.named-twice', { path: name.slice(0, 300) }),
        path: name,
      })
    seen.add(name)
  }
}
