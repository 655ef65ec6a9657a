// A program that makes one call in a workspace and says how it ended: node change-once.ts ROOT UNDO-FOLDER CALL. It may be killed
// at a fault point, or be another user. The call is the name of a method with its parameters, or an undo.
import type { ExecutionId } from '@countersign/protocol'
import { Failure } from '@countersign/protocol'
import { faultsFromEnvironment } from '../../fault-points.ts'
import { openTemporaries } from '../../hosts/files/staging/temporaries.ts'
import { createWorkspaceHost } from '../../hosts/files/workspace-host.ts'
import { openUndoStore } from '../undo-store.ts'

export type OneCall =
  | { readonly id: string; readonly write: { readonly path: string; readonly content: string } }
  | { readonly id: string; readonly move: { readonly from: string; readonly to: string; readonly overwrite: boolean } }
  | { readonly id: string; readonly remove: { readonly path: string; readonly recursive: boolean } }
  | { readonly id: string; readonly changeAll: readonly { readonly path: string; readonly content?: string; readonly from?: string }[] }
  | { readonly id: string; readonly createDirectory: string }
  | { readonly id: string; readonly undo: true }

const [root = '', folder = '', text = ''] = process.argv.slice(2)
const call = JSON.parse(text) as OneCall
using temporaries = openTemporaries(`${folder}.temporaries`)
using store = openUndoStore({ folder, root, temporaries, faults: faultsFromEnvironment(process.env) })

async function carryOut(): Promise<unknown> {
  const host = createWorkspaceHost({ root, temporaries, recorder: store.recorderFor(call.id as ExecutionId) })
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

try {
  await carryOut()
  process.stdout.write('done')
} catch (error) {
  if (!(error instanceof Failure)) throw error
  process.stdout.write(`${error.code} ${error.message}`)
}
