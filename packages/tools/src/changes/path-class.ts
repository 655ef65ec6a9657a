// The classes of a file that a call changes: the file itself, and its folder with everything in it. A grant for a folder further up covers
// it too, but is not offered: no answer is more than one step wider than the call.
import { checkPath, foldName } from '@countersign/policy'
import { type Risk, type Sentence, sentence } from '@countersign/protocol'
import type { CallClass, CallPiece } from '../define-tool.ts'

const PREFIX = 'change:'

/** A name that could be read as a pattern has no class of its own. */
const PATTERN = /[*?[\]{}!\\]/

/** The glob of a class of files, as rules write it; undefined if the class is about something else. */
export const globOfClass = (key: string): string | undefined => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined)

/** `classes` are those of the whole call. */
export function pieceOfFile(name: string, risk: Risk, classes: readonly CallClass[]): CallPiece {
  const checked = checkPath(name, { emptyIsRoot: true })
  const path = 'path' in checked ? checked.path : undefined
  if (path === undefined || path === '.' || PATTERN.test(path)) return { risk, classes }
  const folders = foldersOf(path)
  const parent = folders[0]
  const own = [pathClass(path, 'scope.file'), ...(parent === undefined ? [] : [pathClass(parent, 'scope.folder')])]
  // The folder itself belongs to "everything under it".
  return { risk, classes: [...classes, ...own], within: [path, ...folders.slice(1)].map((folder) => `${PREFIX}${foldName(folder)}/**`) }
}

/** The nearest first, without the root of the workspace. */
function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, names.length - 1 - index).join('/'))
}

const pathClass = (path: string, form: 'scope.file' | 'scope.folder'): CallClass => ({
  key: `${PREFIX}${foldName(path)}${form === 'scope.folder' ? '/**' : ''}`,
  label: labelOf(path, form),
  covers: sentence(form, { path }),
  lasting: true,
})

const labelOf = (path: string, form: 'scope.file' | 'scope.folder'): Sentence =>
  form === 'scope.file' ? sentence('scope.file-label', { path }) : sentence('scope.folder-label', { path })
