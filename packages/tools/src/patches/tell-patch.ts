// A patch in one sentence.
import { tellCount } from '../words/tell-size.ts'
import type { FilePatch } from './patch.ts'

const MAX_NAMED = 5

const VERBS: Readonly<Record<FilePatch['change'], (file: FilePatch) => string>> = {
  create: ({ path }) => `create ${path}`,
  modify: ({ path }) => `change ${path}`,
  delete: ({ path }) => `delete ${path}`,
  rename: ({ path, from }) => `rename ${from} to ${path}`,
}

export function tellPatch(files: readonly FilePatch[]): string {
  const named = files.slice(0, MAX_NAMED).map((file) => VERBS[file.change](file))
  const rest = files.length - named.length
  return rest > 0 ? `${named.join(', ')} and ${tellCount(rest, 'more file')}` : named.join(', ')
}
