// The content of a file that is open with unsaved changes: the editor's text in place of the disk's. The name has been opened and checked
// before; only the content is another.

import { printable } from '@countersign/policy'
import { Failure, LIMITS, type Sentence, sentence } from '@countersign/protocol'
import { failureAt } from '../../disk/file-failure.ts'
import type { OpenBuffers } from '../../ports/open-buffers.ts'

export interface UnsavedContent {
  readonly bytes: Uint8Array
  readonly text: string
  readonly version: number
}

export function readUnsaved(buffers: OpenBuffers, path: string): UnsavedContent | undefined {
  const unsaved = buffers.unsaved(path)
  if (!unsaved) return undefined
  if (!unsaved.text.isWellFormed()) throw failureAt('ENCODING_ERROR', path, 'file.half-character')
  const bytes = Buffer.from(unsaved.text)
  if (bytes.length > LIMITS.maxFileBytes) throw failureAt('FILE_TOO_LARGE', path, sentence('file.size', { count: bytes.length }))
  return { bytes, ...unsaved }
}

/** What moves or goes away as a whole takes no unsaved text with it. */
export function refuseUnsaved(buffers: OpenBuffers, path: string): void {
  const found = buffers.unsavedPaths().find((unsaved) => unsaved === path || unsaved.startsWith(`${path}/`))
  if (found !== undefined) throw fileMoved(found, sentence('subject.unsaved-goes', { path: printable(found) }))
}

export const fileMoved = (path: string, subject: Sentence): Failure => new Failure('FILE_CHANGED', { subject, path })

export const typedOnSameLines = (path: string): Failure =>
  fileMoved(path, sentence('subject.typed-on-same-lines', { path: printable(path) }))
