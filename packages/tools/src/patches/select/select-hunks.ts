// The part of a patch that somebody chose. Each hunk is independent; a created or deleted file has at most one hunk, and a renamed file is
// renamed if any of its hunks is chosen, so that no choice leaves half of a change.
import type { FilePatch, Hunk, Patch } from '../patch.ts'

/** Only the chosen hunks, numbered from 1, with line numbers as if the others had never existed. */
export function selectHunks(patch: Patch, chosen: ReadonlySet<number>): Patch {
  const files: FilePatch[] = []
  let next = 1
  for (const file of patch.files) {
    const hunks = takeHunks(file, chosen, next)
    if (hunks.length === 0 && !(file.hunks.length === 0 && chosen.has(file.number))) continue
    files.push({ ...file, number: next, hunks })
    next += Math.max(1, hunks.length)
  }
  return { files, total: next - 1 }
}

function takeHunks({ hunks }: FilePatch, chosen: ReadonlySet<number>, first: number): Hunk[] {
  const taken: Hunk[] = []
  let dropped = 0
  for (const hunk of hunks) {
    if (chosen.has(hunk.number))
      taken.push({ ...hunk, number: first + taken.length, newStart: Math.max(hunk.newLines === 0 ? 0 : 1, hunk.newStart - dropped) })
    else dropped += hunk.newLines - hunk.oldLines
  }
  return taken
}
