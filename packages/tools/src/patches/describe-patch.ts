// What a patch does to each file, for a title: the first files by name, the others as a count.
import { type Sentence, sentence } from '@countersign/protocol'
import type { FilePatch } from './patch.ts'

const MAX_NAMED = 5

const VERBS: Readonly<Record<FilePatch['change'], (file: FilePatch) => Sentence>> = {
  create: ({ path }) => sentence('part.create', { path }),
  modify: ({ path }) => sentence('part.change', { path }),
  delete: ({ path }) => sentence('part.delete', { path }),
  rename: ({ path, from = '' }) => sentence('part.rename', { from, path }),
}

export function describePatch(files: readonly FilePatch[]): Sentence | readonly Sentence[] {
  const changes = files.slice(0, MAX_NAMED).map((file) => VERBS[file.change](file))
  const count = files.length - changes.length
  return count > 0 ? sentence('part.and-more-files', { changes, count }) : changes
}
