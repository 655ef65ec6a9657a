// A folder that the call made. It goes again only if it is empty, and that is never in anybody's way.
import { below } from '../../disk/open-object.ts'
import { removeIfEmpty } from '../staging/make-folders.ts'
import type { StepOf } from './step.ts'
import { openChanged, type StepKind } from './step-kind.ts'

export const folder: StepKind<StepOf<'folder'>> = {
  async conditionOf({ path }, { root }) {
    using entry = openChanged(root, path, 'create_directory')
    return entry.object?.stats.isDirectory() ? 'after' : 'before'
  },
  async putBack({ path }, { root }) {
    using entry = openChanged(root, path, 'create_directory')
    if (entry.object?.stats.isDirectory()) removeIfEmpty(below(entry.way.folder, entry.name))
  },
}
