// A file open in a tab: everything that the page shows around its text, which is in its buffer.

import type { TextForm } from '../editor/text-form.ts'
import type { Refusal } from '../workspace/workspace-tools.ts'

/** The content on disk, and its digest, to which a save is bound. */
export interface Version {
  readonly content: string
  readonly digest: string
}

export interface TextDocument {
  readonly kind: 'text'
  readonly path: string
  readonly form: TextForm
  readonly size: number
  /** Too large to be edited here: only its beginning is shown. */
  readonly isCut: boolean
  /** The version that the text is based on; null if there is no file to replace. */
  readonly base: Version | null
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** The version on disk if it is not `base`; null if the file was deleted, undefined if nothing changed. */
  readonly theirs: Version | null | undefined
  readonly isComparing: boolean
  /** Why the last save failed. */
  readonly problem: Refusal | undefined
}

export interface ImageDocument {
  readonly kind: 'image' | 'other'
  readonly path: string
  readonly size: number
  readonly base64: string
}

export interface PendingDocument {
  readonly kind: 'loading'
  readonly path: string
}

export interface RefusedDocument {
  readonly kind: 'refused'
  readonly path: string
  readonly problem: Refusal
}

export type OpenDocument = TextDocument | ImageDocument | PendingDocument | RefusedDocument

export const isDirty = (document: OpenDocument | undefined): boolean => document?.kind === 'text' && document.isDirty
