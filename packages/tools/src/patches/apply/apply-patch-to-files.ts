// Applies a whole patch to the files that it names: returns what each becomes, or fails without changing anything.
import { Failure, LIMITS, sentence } from '@countersign/protocol'
import type { FileContent } from '../../hosts/workspace.ts'
import { encodeText, requireText } from '../../words/text.ts'
import { type ChangeKind, type FilePatch, mayCreate, type Patch } from '../patch.ts'
import { applyHunks } from './apply-hunks.ts'
import { doesNotApply } from './does-not-fit.ts'
import type { Patience } from './line-index.ts'

export interface ChangedFile {
  /** What really happens: a diff may create a file without saying so. */
  readonly change: ChangeKind
  readonly path: string
  readonly from?: string
  readonly before: Uint8Array | undefined
  /** Undefined if the file is deleted. */
  readonly after: Uint8Array | undefined
}

export type ReadFiles = ReadonlyMap<string, FileContent | undefined>

const MAX_COMPARISONS = 200_000_000

export function applyPatchToFiles(patch: Patch, current: ReadFiles): readonly ChangedFile[] {
  const patience = { left: MAX_COMPARISONS }
  return patch.files.map((file) => {
    const { change, before } = lookAt(file, current)
    const bytes = contentAfter(file, before, patience)
    if (change === 'delete' && bytes.length > 0) throw doesNotApply(file.path, sentence('patch.lines-left'))
    if (bytes.length > LIMITS.maxFileBytes)
      throw new Failure('FILE_TOO_LARGE', {
        subject: sentence('file.would-have', { path: file.path, count: bytes.length }),
        path: file.path,
      })
    const after = change === 'delete' ? undefined : bytes
    return { change, path: file.path, ...(file.from !== undefined && { from: file.from }), before, after }
  })
}

/** A file that is only renamed need not be text. */
function contentAfter(file: FilePatch, before: Uint8Array | undefined, patience: Patience): Uint8Array {
  const old = before ?? new Uint8Array()
  if (file.hunks.length === 0) return old
  const text = applyHunks(file, requireText(old, file.from ?? file.path), patience)
  return encodeText(text, file.path)
}

function lookAt(file: FilePatch, current: ReadFiles): { change: ChangeKind; before: Uint8Array | undefined } {
  const { change, path, from = path } = file
  const before = current.get(from)?.bytes
  if (change === 'create' && before) throw doesNotApply(path, sentence('patch.there-already'))
  if (change === 'rename' && current.get(path)) throw doesNotApply(path, sentence('patch.name-taken', { from }))
  if (change === 'create' || before) return { change, before }
  if (mayCreate(file)) return { change: 'create', before }
  throw doesNotApply(from, sentence('patch.no-such-file'))
}
