// Several files get other content, appear or go, all or nothing: everything is opened, read and checked; the plan is written
// down; the new content is put beside each file; and only then the names change hands, one after the other.
import { hash } from 'node:crypto'
import { LIMITS } from '@countersign/protocol'
import type { ChangeOutcome, FileChange, FileContent, WriteOutcome } from '@countersign/tools'
import { failureAt, fileFailure } from '../disk/file-failure.ts'
import { readObject } from '../disk/open-object.ts'
import { checkExpected, openTarget } from '../disk/open-target.ts'
import type { Changer } from './changer.ts'
import { type OpenFile, type Plan, type PlannedPut, type PlannedRemoval, planChanges } from './plan-changes.ts'
import { type MadeFolders, makeFolders, syncFolder } from './staging/make-folders.ts'
import { type StagedFile, stageFile } from './staging/stage-file.ts'
import { moveToTrash } from './trees/trash.ts'
import type { BegunChange } from './undo/undo-store.ts'

export type MakeChanges = (current: ReadonlyMap<string, FileContent | undefined>) => readonly FileChange[]

export interface AllChanged extends ChangeOutcome {
  readonly createdDirectories: readonly string[]
}

export async function changeAll(changer: Changer, paths: readonly string[], make: MakeChanges): Promise<AllChanged> {
  using open = new DisposableStack()
  const files = new Map<string, OpenFile>()
  for (const path of new Set(paths)) files.set(path, await openFile(changer, path, open))
  const changes = make(new Map([...files].map(([path, { content }]) => [path, content])))
  for (const { path, content } of changes)
    if (content && content.length > LIMITS.maxFileBytes) throw failureAt('FILE_TOO_LARGE', path, `${content.length} bytes`)
  const plan = await planChanges(changes, files)
  if (plan.steps.length === 0) return { createdDirectories: [] }
  const undo = await changer.recorder.carryOut(plan, (begun) => apply(changer, plan, begun))
  return { undo, createdDirectories: plan.steps.flatMap((step) => (step.kind === 'folder' ? [step.path] : [])) }
}

async function openFile({ root, expected, places }: Changer, path: string, open: DisposableStack): Promise<OpenFile> {
  const target = open.use(openTarget(root, path))
  places.check(target.resolved)
  const bytes = target.object && (await readObject(target.object, path))
  checkExpected(expected, target, bytes ? hash('sha256', bytes) : null)
  return { ...target, content: bytes && { bytes, size: bytes.length } }
}

async function apply(changer: Changer, plan: Plan, begun: BegunChange): Promise<void> {
  using staged = new DisposableStack()
  const folders: MadeFolders[] = []
  const puts: { readonly put: PlannedPut; readonly file: StagedFile }[] = []
  try {
    for (const [index, step] of plan.steps.entries()) if (step.kind === 'folder') await begun.beginStep(index)
    for (const put of plan.puts) {
      const made = staged.use(explain(put.path, () => makeFolders(changer.root, put.file.way, put.path)))
      folders.push(made)
      puts.push({ put, file: staged.use(await stage(changer, put, made)) })
    }
    for (const { put, file } of puts) {
      await begun.beginStep(put.step)
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
  let [size, created] = [0, false]
  const { undo, createdDirectories } = await changeAll(changer, [path], (current) => {
    const content = make(current.get(path))
    size = content.length
    created = current.get(path) === undefined
    return [{ path, content }]
  })
  return { size, created, createdDirectories, ...(undo && { undo }) }
}
