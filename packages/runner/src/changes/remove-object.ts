// A file or folder goes to the trash, whole and in one step.
import { readdirSync } from 'node:fs'
import type { ChangeOutcome, ObjectFacts } from '@countersign/tools'
import { failureAt } from '../disk/file-failure.ts'
import { pathOf } from '../disk/open-object.ts'
import { checkExpected, openEntry } from '../disk/open-target.ts'
import type { Changer } from './changer.ts'
import { temporaryName } from './staging/stage-file.ts'
import { factsOf, readTree } from './trees/read-tree.ts'
import { moveToTrash } from './trees/trash.ts'
import { refuseUnsaved } from './unsaved/unsaved-content.ts'

export interface RemoveRequest {
  readonly path: string
  readonly recursive: boolean
}

export async function removeObject(changer: Changer, { path, recursive }: RemoveRequest): Promise<ObjectFacts & ChangeOutcome> {
  using entry = openEntry(changer.root, path, 'delete')
  changer.places.check(entry.resolved)
  if (changer.buffers) refuseUnsaved(changer.buffers, entry.resolved)
  const { way, name, object } = entry
  if (!object) throw failureAt('FILE_NOT_FOUND', path)
  const source = { folder: way.folder, name, object }
  if (!recursive && object.stats.isDirectory() && readdirSync(pathOf(object)).length > 0)
    throw failureAt('INVALID_PATH', path, 'file.say-recursive')
  const seen = await readTree({ ...source, path: entry.resolved }, { signal: changer.signal, places: changer.places })
  checkExpected(changer.expected, entry, seen.digest)
  const { bytes, digest, signature } = seen
  const trash = { aside: temporaryName(), back: temporaryName() }
  const plan = { steps: [{ kind: 'trash' as const, path: entry.resolved, digest, size: bytes, ...trash }], contents: new Map() }
  const undo = await changer.recorder.carryOut(plan, async ({ beginStep, kept, isKept }) => {
    await beginStep(0)
    await moveToTrash(source, { signature, path, place: { kept: kept(0), ...trash }, isKept })
  })
  return { ...factsOf(seen), undo }
}
