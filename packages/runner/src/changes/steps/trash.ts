// A file or folder that went to the trash: it comes back whole, if nothing has taken its name.
import { sentence } from '@countersign/protocol'
import { failureAt } from '../../disk/file-failure.ts'
import { readTree } from '../trees/read-tree.ts'
import { bringBack, isInTrash, removeAside, type TrashPlace } from '../trees/trash.ts'
import type { StepOf } from './step.ts'
import { MISSING, openChanged, type StepKind, type StepPlace, TAKEN } from './step-kind.ts'

type TrashStep = StepOf<'trash'>

const placeOf = ({ aside, back }: TrashStep, { kept }: StepPlace): TrashPlace => ({ kept, aside, back })

export const trash: StepKind<TrashStep> = {
  async conditionOf(step, place) {
    using entry = openChanged(place.root, step.path, 'delete')
    const isAway = isInTrash(entry, placeOf(step, place))
    if (place.filled.has(step.path)) return isAway ? 'after' : 'before'
    const { way, name, object } = entry
    if (!object) return isAway && way.missing.length === 0 ? 'after' : { conflict: isAway ? sentence('undo.no-folder') : MISSING }
    const { digest } = await readTree({ folder: way.folder, name, object, path: step.path }, { as: [] })
    return !isAway || digest === step.digest ? 'before' : { conflict: TAKEN }
  },
  async putBack(step, place) {
    using entry = openChanged(place.root, step.path, 'delete')
    if (entry.object || entry.way.missing.length > 0) throw failureAt('FILE_CHANGED', step.path, TAKEN)
    await bringBack(entry, placeOf(step, place))
  },
  tidy(step, place) {
    using entry = openChanged(place.root, step.path, 'delete')
    if (entry.way.missing.length === 0) removeAside(entry, placeOf(step, place))
  },
}
