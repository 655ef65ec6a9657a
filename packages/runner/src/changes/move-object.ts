// A file or folder gets another name in the workspace. What had the new name goes to the trash first, if that was asked for.
import { sentence } from '@countersign/protocol'
import type { ChangeOutcome } from '@countersign/tools'
import { failureAt, fileFailure } from '../disk/file-failure.ts'
import type { OpenObject } from '../disk/open-object.ts'
import { checkRegularFile } from '../disk/open-object.ts'
import { checkExpected, type OpenName, openEntry } from '../disk/open-target.ts'
import type { Changer } from './changer.ts'
import { missingFolders } from './plan-changes.ts'
import { makeFolders, syncFolder } from './staging/make-folders.ts'
import { temporaryName } from './staging/stage-file.ts'
import type { Step } from './steps/step.ts'
import { readTree, type SeenTree } from './trees/read-tree.ts'
import { renameChecked } from './trees/rename-checked.ts'
import { moveToTrash } from './trees/trash.ts'
import { refuseUnsaved } from './unsaved/unsaved-content.ts'

export interface MoveRequest {
  readonly from: string
  readonly to: string
  readonly overwrite: boolean
}

type Present = OpenName & { readonly object: OpenObject }

export async function moveObject(changer: Changer, { from, to, overwrite }: MoveRequest): Promise<ChangeOutcome> {
  const { root, recorder, signal, places } = changer
  using source = openEntry(root, from, 'move')
  using target = openEntry(root, to, 'write')
  for (const { resolved } of [source, target]) {
    places.check(resolved)
    if (changer.buffers) refuseUnsaved(changer.buffers, resolved)
  }
  if (!isPresent(source)) throw failureAt('FILE_NOT_FOUND', from)
  if (`${target.resolved}/`.startsWith(`${source.resolved}/`))
    throw failureAt('INVALID_PATH', to, sentence('file.lies-in-itself', { path: from }))
  const names = [from, source.resolved, to, target.resolved]
  const seen = await readTree(
    { folder: source.way.folder, name: source.name, object: source.object, path: from },
    { as: names, signal, places },
  )
  checkExpected(changer.expected, source, seen.digest)
  const replaced = isPresent(target) ? await readReplaced(target, { overwrite, seen, signal }) : undefined
  checkExpected(changer.expected, target, replaced?.digest ?? null)
  const trash = { aside: temporaryName(), back: temporaryName() }
  const steps: Step[] = missingFolders([target]).map((path) => ({ kind: 'folder', path }))
  if (replaced) steps.push({ kind: 'trash', path: target.resolved, digest: replaced.digest, size: replaced.bytes, ...trash })
  steps.push({ kind: 'move', from: source.resolved, to: target.resolved, digest: seen.digest, ino: `${source.object.stats.ino}` })
  const undo = await recorder.carryOut({ steps, contents: new Map() }, async ({ beginStep, kept, isKept }) => {
    for (const [index, step] of steps.entries()) if (step.kind === 'folder') await beginStep(index)
    using made = makeFolders(root, target.way, to)
    if (replaced && isPresent(target)) {
      const step = steps.length - 2
      await beginStep(step)
      const { object, name } = target
      const old = { folder: made.folder, name, object }
      await moveToTrash(old, { signature: replaced.signature, path: to, place: { kept: kept(step), ...trash }, isKept }).catch(rethrow(to))
    }
    await beginStep(steps.length - 1)
    await rename(source, { folder: made.folder, name: target.name }, { signature: seen.signature, from })
  })
  return { undo }
}

const isPresent = (name: OpenName): name is Present => name.object !== undefined

const rethrow = (path: string) => (error: unknown) => {
  throw fileFailure(error, path)
}

interface Replacing {
  readonly overwrite: boolean
  readonly seen: SeenTree
  readonly signal: AbortSignal | undefined
}

async function readReplaced(target: Present, { overwrite, seen, signal }: Replacing): Promise<SeenTree> {
  const { path, object, way, name } = target
  if (!overwrite) throw failureAt('INVALID_PATH', path, 'file.say-overwrite')
  checkRegularFile(object.stats, path)
  if (seen.kind === 'directory') throw failureAt('INVALID_PATH', path, 'file.folder-over-file')
  if (object.stats.nlink > 1n) throw failureAt('PERMISSION_DENIED', path, 'file.hard-links')
  return readTree({ folder: way.folder, name, object, path }, { signal })
}

async function rename(
  source: Present,
  target: { folder: OpenObject; name: string },
  { signature, from }: { signature: string; from: string },
): Promise<void> {
  const { way, name, object } = source
  try {
    await renameChecked({ source: { folder: way.folder, name, object }, target, signature, path: from })
    syncFolder(target.folder)
    syncFolder(way.folder)
  } catch (error) {
    throw fileFailure(error, from)
  }
}
