// What every change of the workspace needs to know.
import type { BaseDigests } from '@countersign/protocol'
import type { LocationRules } from '../disk/names.ts'
import type { OpenBuffers } from '../ports/open-buffers.ts'
import type { Temporaries } from './staging/stage-file.ts'
import type { Recorder } from './undo/undo-store.ts'
import type { ShownBases } from './unsaved/shown-bases.ts'

export interface Changer {
  readonly root: string
  /** From the clearance: what each name must hold. Empty: nothing is bound. */
  readonly expected: BaseDigests
  readonly temporaries: Temporaries
  readonly recorder: Recorder
  /** Files that an editor has open with unsaved changes. */
  readonly buffers?: OpenBuffers | undefined
  /** What previews showed. */
  readonly shown?: ShownBases | undefined
  /** What rules say to the places that are really reached. */
  readonly places: LocationRules
  /** Stops the reading before a change; one that has begun is carried out. */
  readonly signal?: AbortSignal | undefined
}
