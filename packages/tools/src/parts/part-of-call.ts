// The call that remains of a change when only a part of it is kept: the same tool, with parameters that write exactly the kept part.
import { isRefused } from '@countersign/policy'
import { Failure, type Risk, type ShownFile, sentence } from '@countersign/protocol'
import { parsePatch } from '../patches/parse/parse-patch.ts'
import type { FilePatch, Hunk } from '../patches/patch.ts'
import { riskByName } from '../patches/review-answer.ts'
import { writePatch } from '../patches/select/write-patch.ts'
import type { ChosenHunk, ChosenPart } from './choose-part.ts'
import { keepLines } from './keep-lines.ts'

type Params = Readonly<Record<string, unknown>>

export interface WholeCall {
  readonly tool_name: string
  readonly tool_params: Params
  /** The diff of an apply_patch, read if it was sent by reference. */
  readonly diff?: string | undefined
}

/** The parameters of the part. `part` keeps something, and not all. */
export function partOfCall({ tool_name, tool_params, diff }: WholeCall, part: ChosenPart): Record<string, unknown> {
  if (tool_name !== 'apply_patch') return { ...tool_params, kept_diff: writePatch(toPatch(filesOf(part).flatMap(keepFile))) }
  const { files } = parsePatch(diff ?? String(tool_params.diff))
  const kept = filesOf(part).flatMap((hunks) => {
    const { path } = fileOf(hunks)
    // What is kept whole stays as the agent wrote it, so that a diff too long to be shown can be kept too.
    return hunks.every(({ isKept }) => isKept === 'whole') ? files.filter((file) => file.path === path) : keepFile(hunks)
  })
  return { diff: writePatch(toPatch(kept)) }
}

const filesOf = ({ hunks }: ChosenPart): readonly (readonly ChosenHunk[])[] => [...Map.groupBy(hunks, ({ shown }) => shown.file).values()]

const fileOf = (hunks: readonly ChosenHunk[]): ShownFile => (hunks[0] as ChosenHunk).shown.file

const toPatch = (files: readonly FilePatch[]) => ({ files, total: files.length })

function keepFile(hunks: readonly ChosenHunk[]): FilePatch[] {
  const { path, from, change } = fileOf(hunks)
  const kept: Hunk[] = []
  let moved = 0
  for (const { shown, lines } of hunks) {
    const hunk = keepLines(shown, lines, moved)
    if (!hunk) continue
    kept.push({ number: kept.length + 1, ...hunk })
    moved += hunk.newLines - hunk.oldLines
  }
  return kept.length === 0 ? [] : [{ change, path, ...(from !== undefined && { from }), isPlain: false, number: 1, hunks: kept }]
}

/** As in a review: what is HIGH to write is kept only with a tick. Links may have raised the risk of a file whose name is harmless. */
export function requireHighTick(part: ChosenPart, risk: Risk, coverHigh: boolean): void {
  if (coverHigh || risk !== 'HIGH') return
  const files = filesOf(part)
  const high = files.filter((hunks) => isHigh(fileOf(hunks)))
  const asked = (high.length > 0 ? high : files).find((hunks) => hunks.some(({ isKept }) => isKept !== 'none'))
  if (asked) throw new Failure('INVALID_ARGUMENTS', { subject: sentence('answer.high-risk', { path: fileOf(asked).path }) })
}

function isHigh({ path, from, change }: ShownFile): boolean {
  const judged = riskByName({ change, path, ...(from !== undefined && { from }), isPlain: false, number: 1, hunks: [] })
  return isRefused(judged) || judged.risk === 'HIGH'
}
