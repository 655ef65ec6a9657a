// A file that got content: the kept content goes back with its times, and a file that was new goes away.
import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { LIMITS } from '@countersign/protocol'
import { mergeTexts } from '@countersign/tools'
import { failureAt } from '../../disk/file-failure.ts'
import { below, hashObject, type OpenObject, openObject, readObject } from '../../disk/open-object.ts'
import type { OpenName } from '../../disk/open-target.ts'
import type { BufferEdit } from '../../ports/open-buffers.ts'
import { syncFolder } from '../staging/make-folders.ts'
import { attributesOf, stageFile, temporaryName } from '../staging/stage-file.ts'
import { readTree } from '../trees/read-tree.ts'
import { renameChecked } from '../trees/rename-checked.ts'
import { decode } from '../unsaved/decode.ts'
import type { StepOf } from './step.ts'
import { CHANGED, MISSING, openChanged, type StepKind, type StepPlace, UNSAVED } from './step-kind.ts'

type PutStep = StepOf<'put'>

export const put: StepKind<PutStep> = {
  async conditionOf(step, place) {
    const { path, before, after, unsaved_over } = step
    using entry = openChanged(place.root, path, 'write')
    const { object } = entry
    if (!object) return before ? { conflict: MISSING } : 'before'
    if (!object.stats.isFile() || object.stats.nlink > 1n || object.stats.size > LIMITS.maxFileBytes) return { conflict: CHANGED }
    const digest = await hashObject(object)
    if (digest === after) return (await canPutBack(step, object, place)) ? 'after' : { conflict: UNSAVED }
    return digest === before?.sha256 || digest === unsaved_over ? 'before' : { conflict: CHANGED }
  },
  async putBack(step, place) {
    using entry = openChanged(place.root, step.path, 'write')
    if (!entry.object) throw failureAt('FILE_CHANGED', step.path, MISSING)
    if (place.buffers.unsaved(step.path)) return putBackInEditor(step, entry.object, place)
    if (step.before) await putContentBack(step, entry, place)
    else await takeAway(step, entry, place)
    syncFolder(entry.way.folder)
  },
}

async function putContentBack({ path, before, after }: PutStep, { way, name, object }: OpenName, place: StepPlace): Promise<void> {
  if ((await hashObject(object as OpenObject)) !== after) throw failureAt('FILE_CHANGED', path, CHANGED)
  const bytes = await readKept(place)
  if (hash('sha256', bytes) !== before?.sha256) throw failureAt('FILE_CHANGED', path, 'file.kept-damaged')
  // Where the call left owner and mode alone, whatever they are now stays.
  const attributes = before.attributes ?? before.dress ?? attributesOf(object as OpenObject)
  const content = { folder: way.folder, name, target: object, attributes, bytes, times: before, path, temporaries: place.temporaries }
  using staged = await stageFile(content)
  staged.takeName()
}

/** Where an editor has unsaved changes, they are kept if they are on other lines. */
async function canPutBack(step: PutStep, object: OpenObject, place: StepPlace): Promise<boolean> {
  return place.buffers.unsaved(step.path) === undefined || (await textInEditor(step, object, place)) !== undefined
}

async function textInEditor({ path, before }: PutStep, object: OpenObject, place: StepPlace): Promise<BufferEdit | undefined> {
  const unsaved = place.buffers.unsaved(path)
  if (!unsaved || !before) return undefined
  const [base, approved] = [decode(await readObject(object, path)), decode(await readKept(place))]
  const text = base === undefined || approved === undefined ? undefined : mergeTexts({ base, approved, typed: unsaved.text })
  return text === undefined ? undefined : { version: unsaved.version, text }
}

async function putBackInEditor(step: PutStep, object: OpenObject, place: StepPlace): Promise<void> {
  const edit = await textInEditor(step, object, place)
  if (!edit || (await place.buffers.edit(step.path, edit)) === 'moved') throw failureAt('FILE_CHANGED', step.path, UNSAVED)
}

async function readKept({ kept }: StepPlace): Promise<Uint8Array> {
  using object = openObject(below(kept.folder, kept.name), { follow: false })
  return readObject(object, kept.name)
}

/** By way of a name aside, so that what is removed is what was read. */
async function takeAway({ path, after }: PutStep, { way, name, object }: OpenName, { temporaries }: StepPlace): Promise<void> {
  const source = { folder: way.folder, name, object: object as OpenObject }
  const { digest, signature } = await readTree({ ...source, path })
  if (digest !== after) throw failureAt('FILE_CHANGED', path, CHANGED)
  const aside = { folder: way.folder, name: temporaryName() }
  using _unfinished = temporaries.begin(`${way.folder.place}/${aside.name}`)
  await renameChecked({ source, target: aside, signature, path })
  rmSync(below(aside.folder, aside.name))
}
