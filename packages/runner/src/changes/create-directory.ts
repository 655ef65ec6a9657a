// A folder with the folders on the way to it.
import type { ChangeOutcome } from '@countersign/tools'
import { failureAt } from '../disk/file-failure.ts'
import { openEntry } from '../disk/open-target.ts'
import type { Changer } from './changer.ts'
import { missingFolders } from './plan-changes.ts'
import { makeFolders } from './staging/make-folders.ts'

export async function createDirectory(
  { root, recorder, places }: Changer,
  path: string,
): Promise<ChangeOutcome & { readonly created: boolean }> {
  using entry = openEntry(root, path, 'create_directory')
  places.check(entry.resolved)
  if (entry.object && !entry.object.stats.isDirectory()) throw failureAt('INVALID_PATH', path, 'file.other-has-name')
  if (entry.object) return { created: false }
  const way = { ...entry.way, missing: [...entry.way.missing, entry.name] }
  const steps = [...missingFolders([entry]), entry.resolved].map((folder) => ({ kind: 'folder' as const, path: folder }))
  let created = false
  const undo = await recorder.carryOut({ steps, contents: new Map() }, async ({ beginStep }) => {
    for (const index of steps.keys()) await beginStep(index)
    using made = makeFolders(root, way, path)
    created = made.created.length > 0
  })
  return { created, undo }
}
