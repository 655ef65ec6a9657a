// What a patch would do to the current files, one diff per file, together no larger than one diff may be.
import { LIMITS, type Preview } from '@countersign/protocol'
import { previewFile, type ShownChange } from '../files/preview-change.ts'
import type { WorkspaceReader } from '../hosts/workspace.ts'
import { applyPatchToFiles } from './apply/apply-patch-to-files.ts'
import { namesOf, type Patch } from './patch.ts'

/** For all files together; each comparison gets its share. */
const MILLISECONDS = 5_000

export async function previewPatch(patch: Patch, workspace: WorkspaceReader): Promise<Preview> {
  const names = patch.files.flatMap(namesOf)
  const contents = new Map<string, Awaited<ReturnType<typeof workspace.readIfPresent>>>()
  for (const name of names) contents.set(name, await workspace.readIfPresent(name))
  const changes = applyPatchToFiles(patch, contents)
  return showChanges(changes.map((change) => ({ ...change, isUnsaved: contents.get(change.from ?? change.path)?.isUnsaved })))
}

function showChanges(changes: readonly ShownChange[]): Preview {
  const milliseconds = Math.ceil(MILLISECONDS / changes.length)
  let left = LIMITS.maxDiffBytes
  const files = changes.map((change) => {
    const file = previewFile(change, { maxCharacters: Math.min(left, LIMITS.maxDiffBytes / 2), milliseconds })
    left = Math.max(0, left - file.diff.length)
    return file
  })
  return { kind: 'diff', files }
}
