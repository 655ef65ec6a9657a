// One call in a workspace, on record in its undo store: the name of a method with its parameters, or an undo.

import type { ExecutionId } from '@countersign/protocol'
import type { Temporaries } from '../../src/changes/staging/stage-file.ts'
import type { UndoStore } from '../../src/changes/undo/undo-store.ts'
import { createTestWorkspaceHost } from '../hosts/create-host.ts'

export type OneCall =
  | { readonly id: string; readonly write: { readonly path: string; readonly content: string } }
  | { readonly id: string; readonly move: { readonly from: string; readonly to: string; readonly overwrite: boolean } }
  | { readonly id: string; readonly remove: { readonly path: string; readonly recursive: boolean } }
  | { readonly id: string; readonly changeAll: readonly { readonly path: string; readonly content?: string; readonly from?: string }[] }
  | { readonly id: string; readonly createDirectory: string }
  | { readonly id: string; readonly undo: true }

export interface CallPlace {
  readonly root: string
  readonly temporaries: Temporaries
  readonly store: UndoStore
}

export async function carryOut(call: OneCall, { root, temporaries, store }: CallPlace): Promise<unknown> {
  const host = createTestWorkspaceHost({ root, temporaries, recorder: store.recorderFor(call.id as ExecutionId) })
  if ('undo' in call) return store.undo(call.id)
  if ('write' in call) return host.write(call.write.path, () => Buffer.from(call.write.content))
  if ('move' in call) return host.move(call.move)
  if ('remove' in call) return host.remove(call.remove)
  if ('createDirectory' in call) return host.createDirectory(call.createDirectory)
  const changes = call.changeAll
  return host.changeAll(
    changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])),
    () =>
      changes.map(({ path, content, from }) => ({
        path,
        content: content === undefined ? undefined : Buffer.from(content),
        ...(from !== undefined && { from }),
      })),
  )
}
