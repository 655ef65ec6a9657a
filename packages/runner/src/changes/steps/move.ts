// A file or folder that got another name: the very object goes back to the old one.

import { lstatSync, unlinkSync } from 'node:fs'
import { sentence } from '@countersign/protocol'
import { failureAt } from '../../disk/file-failure.ts'
import { below, isSameObject, type OpenObject } from '../../disk/open-object.ts'
import type { OpenName } from '../../disk/open-target.ts'
import { syncFolder } from '../staging/make-folders.ts'
import { readTree } from '../trees/read-tree.ts'
import { renameChecked } from '../trees/rename-checked.ts'
import type { StepOf } from './step.ts'
import { CHANGED, MISSING, openChanged, type StepKind, TAKEN, UNSAVED } from './step-kind.ts'

type MoveStep = StepOf<'move'>

const readMoved = ({ way, name, object, path }: OpenName) =>
  readTree({ folder: way.folder, name, object: object as OpenObject, path }, { as: [] })

export const move: StepKind<MoveStep> = {
  async conditionOf({ from, to, digest, ino }, { root, buffers }) {
    if (buffers.unsavedPaths().some((path) => path === to || path.startsWith(`${to}/`)))
      return { conflict: sentence('undo.moved-to', { what: UNSAVED, path: to }) }
    using source = openChanged(root, from, 'move')
    using target = openChanged(root, to, 'move')
    if (!target.object) return source.object ? 'before' : { conflict: sentence('undo.moved-to', { what: MISSING, path: to }) }
    if (source.object && !isSameObject(source.object.stats, target.object.stats))
      return `${source.object.stats.ino}` === ino ? 'before' : { conflict: TAKEN }
    if (source.way.missing.length > 0) return { conflict: sentence('undo.no-folder') }
    return (await readMoved(target)).digest === digest ? 'after' : { conflict: sentence('undo.moved-to', { what: CHANGED, path: to }) }
  },
  async putBack({ from, to, digest }, { root }) {
    using source = openChanged(root, from, 'move')
    using target = openChanged(root, to, 'move')
    if (!target.object) throw failureAt('FILE_CHANGED', to, MISSING)
    if (source.object) return removeSecondName(source.object, target)
    const seen = await readMoved(target)
    if (seen.digest !== digest) throw failureAt('FILE_CHANGED', to, CHANGED)
    const here = { folder: target.way.folder, name: target.name, object: target.object }
    await renameChecked({ source: here, target: { folder: source.way.folder, name: source.name }, signature: seen.signature, path: from })
    syncFolder(source.way.folder)
    syncFolder(target.way.folder)
  },
}

/** A kill between the two halves of the move leaves one object with both names. */
function removeSecondName(first: OpenObject, { way, name, path }: OpenName): void {
  const second = lstatSync(below(way.folder, name), { bigint: true })
  if (!isSameObject(first.stats, second)) throw failureAt('FILE_CHANGED', path, TAKEN)
  unlinkSync(below(way.folder, name))
}
