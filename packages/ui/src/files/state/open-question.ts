// The open dialog of the files view, and the notice about what was just done.

import type { Entry } from '../tree/tree-state.ts'
import type { Refusal } from '../workspace/workspace-tools.ts'

export type Asked =
  | { readonly kind: 'file' | 'folder'; readonly folder: string }
  | { readonly kind: 'rename'; readonly entry: Pick<Entry, 'path' | 'type'> }
  | { readonly kind: 'delete'; readonly entry: Pick<Entry, 'path' | 'type'> }
  | { readonly kind: 'close'; readonly path: string }

export interface Notice {
  readonly kind: 'deleted' | 'renamed' | 'undone' | 'failed'
  readonly path: string
  /** The execution that can be undone. */
  readonly id?: string
  readonly refusal?: Refusal
}
