// Several files get other content, appear or go, all or nothing: everything is opened, read and checked; the plan is written
// down; the new content is put beside each file; and only then the names change hands, one after the other.
import { LIMITS, sentence } from '@countersign/protocol'
import type { ChangeOutcome, FileChange, FileContent, WriteOutcome } from '@countersign/tools'
import { failureAt, fileFailure } from '../disk/file-failure.ts'
import { hashBytes, readObject } from '../disk/open-object.ts'
import { checkExpected, openTarget } from '../disk/open-target.ts'
import type { Changer } from './changer.ts'
import { type OpenFile, type Plan, type PlannedPut, type PlannedRemoval, planChanges } from './plan-changes.ts'
import { type MadeFolders, makeFolders, syncFolder } from './staging/make-folders.ts'
import { type StagedFile, stageFile } from './staging/stage-file.ts'
import { moveToTrash } from './trees/trash.ts'
import type { BegunChange } from './undo/undo-store.ts'
import { readUnsaved, refuseUnsaved, typedOnSameLines } from './unsaved/unsaved-content.ts'
import { joinTyped, saveInEditor, TextMoved, withUnsaved } from './unsaved-file.ts'

export type MakeChanges = (current: ReadonlyMap<string, FileContent | undefined>) => readonly FileChange[]

export interface AllChanged extends ChangeOutcome {
  readonly createdDirectories: readonly string[]
  /** Of the files that were written. */
  readonly sizes: ReadonlyMap<string, number>
}

/** Somebody typed while the change was being made: it is made again from what is there then. */
const MAX_TRIES = 3

export async function changeAll(changer: Changer, paths: readonly string[], make: MakeChanges): Promise<AllChanged> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryToChangeAll(changer, paths, make)
    } catch (error) {
      if (!(error instanceof TextMoved)) throw error
      if (tries === MAX_TRIES) throw typedOnSameLines(error.path)
    }
  }
}

async function tryToChangeAll(changer: Changer, paths: readonly string[], make: MakeChanges): Promise<AllChanged> {
  using open = new DisposableStack()
  const files = new Map<string, OpenFile>()
  for (const path of new Set(paths)) files.set(path, await openFile(changer, path, open))
  const made = make(new Map([...files].map(([path, { content, base }]) => [path, base ?? content])))
  const moved = (path: string) => (files.get(path)?.base ? files.get(path) : undefined)
  const changes = made.map((change) => joinedWith(moved(change.path), change))
  for (const { path, content } of changes)
    if (content && content.length > LIMITS.maxFileBytes)
      throw failureAt('FILE_TOO_LARGE', path, sentence('file.size', { count: content.length }))
  const plan = await planChanges(changes, files)
  const { buffers } = changer
  if (buffers) for (const { file } of plan.removals) refuseUnsaved(buffers, file.resolved)
  const sizes = new Map(changes.flatMap(({ path, content }) => (content ? [[path, content.length] as const] : [])))
  if (plan.steps.length === 0) return { createdDirectories: [], sizes }
  const changedOnSave: string[] = []
  const undo = await changer.recorder.carryOut(plan, (begun) => apply(changer, plan, { begun, changedOnSave }))
  const createdDirectories = plan.steps.flatMap((step) => (step.kind === 'folder' ? [step.path] : []))
  const merged = changes.map(({ path }) => path).filter(moved)
  const notes = { ...(merged.length > 0 && { merged }), ...(changedOnSave.length > 0 && { changedOnSave }) }
  return { ...(undo && { undo }), createdDirectories, sizes, ...notes }
}

/** With what was typed since it was shown, where there is something. */
const joinedWith = (moved: OpenFile | undefined, change: FileChange): FileChange => (moved ? joinTyped(moved, change) : change)

async function openFile(changer: Changer, path: string, open: DisposableStack): Promise<OpenFile> {
  const target = open.use(openTarget(changer.root, path))
  changer.places.check(target.resolved)
  const unsaved = changer.buffers && readUnsaved(changer.buffers, target.resolved)
  if (unsaved) return withUnsaved(changer, target, unsaved)
  const bytes = target.object && (await readObject(target.object, path))
  checkExpected(changer.expected, target, bytes ? await hashBytes(bytes) : null)
  return { ...target, content: bytes && { bytes, size: bytes.length } }
}

interface Applying {
  readonly begun: BegunChange
  readonly changedOnSave: string[]
}

async function apply(changer: Changer, plan: Plan, { begun, changedOnSave }: Applying): Promise<void> {
  using staged = new DisposableStack()
  const folders: MadeFolders[] = []
  const puts: { readonly put: PlannedPut; readonly file: StagedFile }[] = []
  try {
    for (const [index, step] of plan.steps.entries()) if (step.kind === 'folder') await begun.beginStep(index)
    for (const put of plan.puts.filter(({ file }) => file.unsaved)) {
      await begun.beginStep(put.step)
      if ((await saveInEditor(changer, put, begun)) === 'changed') changedOnSave.push(put.path)
    }
    for (const put of plan.puts.filter(({ file }) => !file.unsaved)) {
      const made = staged.use(explain(put.path, () => makeFolders(changer.root, put.file.way, put.path)))
      folders.push(made)
      puts.push({ put, file: staged.use(await stage(changer, put, made)) })
    }
    for (const { put, file } of puts) {
      await begun.beginStep(put.step)
      if (changer.buffers?.unsaved(put.file.resolved)) throw new TextMoved(put.path)
      explain(put.path, () => file.takeName())
    }
    for (const removal of plan.removals) await remove(removal, begun)
    for (const made of folders) syncFolder(made.folder)
  } catch (error) {
    // By descriptor, wherever somebody moved them; what holds something by now goes when that is put back.
    for (const made of folders.toReversed()) made.undo()
    throw error
  }
}

async function stage({ temporaries }: Changer, { file, attributes, path, bytes }: PlannedPut, made: MadeFolders): Promise<StagedFile> {
  try {
    return await stageFile({ folder: made.folder, name: file.name, target: file.object, attributes, bytes, path, temporaries })
  } catch (error) {
    throw fileFailure(error, path)
  }
}

async function remove({ step, trash, file, signature, path }: PlannedRemoval, begun: BegunChange): Promise<void> {
  await begun.beginStep(step)
  const place = { kept: begun.kept(step), ...trash }
  try {
    await moveToTrash({ folder: file.way.folder, name: file.name, object: file.object }, { signature, path, place, isKept: begun.isKept })
  } catch (error) {
    throw fileFailure(error, path)
  }
}

function explain<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw fileFailure(error, path)
  }
}

/** Creates or replaces one file: a change of several with one in it. */
export async function writeOne(
  changer: Changer,
  path: string,
  make: (current: FileContent | undefined) => Uint8Array,
): Promise<WriteOutcome> {
  let created = false
  const { sizes, ...outcome } = await changeAll(changer, [path], (current) => {
    created = current.get(path) === undefined
    return [{ path, content: make(current.get(path)) }]
  })
  return { ...outcome, size: sizes.get(path) ?? 0, created }
}
