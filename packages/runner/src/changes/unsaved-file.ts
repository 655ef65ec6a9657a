// A file that is to be changed while an editor has it open with unsaved changes: the editor's text is the content that counts.
// Where the person typed on since the change was shown, the change goes to what was shown and is then joined with what was typed.
import { printable } from '@countersign/policy'
import { sentence } from '@countersign/protocol'
import { type FileChange, type FileContent, mergeTexts } from '@countersign/tools'
import { failureAt } from '../disk/file-failure.ts'
import { hashBytes, hashObject } from '../disk/open-object.ts'
import { isExpected, type OpenName, openTarget } from '../disk/open-target.ts'
import type { Changer } from './changer.ts'
import type { OpenFile, PlannedPut } from './plan-changes.ts'
import type { BegunChange } from './undo/undo-store.ts'
import { decode } from './unsaved/decode.ts'
import { fileMoved, typedOnSameLines, type UnsavedContent } from './unsaved/unsaved-content.ts'

/** The text in the editor is not the one that the change was made from. */
export class TextMoved extends Error {
  readonly path: string

  constructor(path: string) {
    super(`${path} was typed on`)
    this.path = path
  }
}

export async function withUnsaved({ expected, shown }: Changer, target: OpenName, { bytes, version }: UnsavedContent): Promise<OpenFile> {
  const { path, object } = target
  if (!object) throw fileMoved(path, sentence('subject.unsaved-not-on-disk', { path: printable(path) }))
  const unsaved = { version, diskDigest: await hashObject(object) }
  const content = { ...contentOf(bytes), isUnsaved: true } as const
  if (isExpected(expected, target, await hashBytes(bytes))) return { ...target, content, unsaved }
  const digest = expected[path]
  const base = digest ? shown?.get(digest) : undefined
  if (!digest || !base || !isExpected(expected, target, digest)) throw typedOnSameLines(path)
  return { ...target, content, unsaved, base: contentOf(base) }
}

const contentOf = (bytes: Uint8Array): FileContent => ({ bytes, size: bytes.length })

/** What was approved on `base`, with what was typed since. */
export function joinTyped({ base, content, path }: OpenFile, change: FileChange): FileChange {
  if (!base || !content || !change.content) return change
  const [shown, approved, typed] = [base.bytes, change.content, content.bytes].map(decode)
  const merged =
    shown === undefined || approved === undefined || typed === undefined ? undefined : mergeTexts({ base: shown, approved, typed })
  if (merged === undefined) throw typedOnSameLines(path)
  return { ...change, content: Buffer.from(merged) }
}

/** An undo starts from what the editor really saved. */
export async function saveInEditor(changer: Changer, put: PlannedPut, begun: BegunChange): Promise<'as told' | 'changed'> {
  const { path, file, bytes } = put
  const text = decode(bytes)
  if (!file.unsaved || text === undefined) throw failureAt('ENCODING_ERROR', path)
  const { version } = file.unsaved
  if ((await changer.buffers?.edit(file.resolved, { version, text })) !== 'saved') throw new TextMoved(path)
  using saved = openTarget(changer.root, path)
  const digest = saved.object && (await hashObject(saved.object))
  if (digest === (await hashBytes(bytes))) return 'as told'
  if (!digest || digest === file.unsaved.diskDigest) throw failureAt('STORAGE', path, 'file.editor-did-not-save')
  await begun.setAfter(put.step, digest)
  return 'changed'
}
