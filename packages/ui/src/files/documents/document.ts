// A file that is open in a tab. Its text lives in a buffer of its own; this is what the page shows around it.

import type { TextForm } from '../editor/text-form.ts'
import type { Refusal } from '../workspace/workspace-tools.ts'

/** What the disk held, and its digest, which a save is bound to. */
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
  /** What the text was made from; null where there is no file to be replaced. */
  readonly base: Version | null
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** What the disk holds now, where that is not `base`. Deleted: null. Undefined: nothing has happened underneath. */
  readonly theirs: Version | null | undefined
  readonly isComparing: boolean
  /** Why the last save did not count. */
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
