// What every kind of step can tell and do, on the real disk.
import type { PathUse } from '@countersign/policy'
import { type Sentence, sentence } from '@countersign/protocol'
import { failureAt } from '../../disk/file-failure.ts'
import { type OpenName, openEntry } from '../../disk/open-target.ts'
import type { OpenBuffers } from '../../ports/open-buffers.ts'
import type { Temporaries } from '../staging/stage-file.ts'
import type { NameIn } from '../trees/rename-checked.ts'

/** `before` and `after` the step; else why it is neither, in words that go on from the path. */
export type Condition = 'before' | 'after' | { readonly conflict: Sentence }

export interface StepPlace {
  readonly root: string
  /** What is kept of this step. */
  readonly kept: NameIn
  /** The names that later steps of the same call have filled. */
  readonly filled: ReadonlySet<string>
  readonly temporaries: Temporaries
  /** Files that an editor has open with unsaved changes. */
  readonly buffers: OpenBuffers
}

export interface StepKind<Step> {
  conditionOf(step: Step, place: StepPlace): Promise<Condition>
  /** Only where it is `after`; looks again itself, and fails with FILE_CHANGED where it is not. */
  putBack(step: Step, place: StepPlace): Promise<void>
  /** The call is done, or put back: nothing of it may be left in the workspace. */
  tidy?(step: Step, place: StepPlace): void
}

/** A name that the step changed. Where a folder on the way became a link, it is another place, which was never changed. */
export function openChanged(root: string, path: string, use: PathUse): OpenName {
  const entry = openEntry(root, path, use)
  if (entry.resolved === path) return entry
  entry[Symbol.dispose]()
  throw failureAt('FILE_CHANGED', path, 'file.way-is-link')
}

export const MISSING = sentence('undo.is-gone')
export const TAKEN = sentence('undo.is-there-again')
export const CHANGED = sentence('undo.was-changed')
export const UNSAVED = sentence('undo.unsaved')
