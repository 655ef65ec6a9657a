// Which changed files may be shown, judged by their names before anything of their content is asked for.
import { checkPath, isSensitive, type PathTest } from '@countersign/policy'
import type { FileOfCommit, GitChange } from '@countersign/tools'

const CHANGES: Readonly<Record<string, GitChange>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type_changed',
}

/** Undefined for "." (unchanged) and what is no change of one side. */
export const changeOf = (letter: string | undefined): GitChange | undefined => CHANGES[letter ?? '']

/** What `--name-status -z` printed; names as git has them. An unmerged file counts as modified. */
export function parseNameStatus(printed: string): FileOfCommit[] {
  const words = printed.split('\0')
  const files = new Map<string, FileOfCommit>()
  for (let index = 0; index + 1 < words.length; ) {
    const letter = words[index++]?.[0]
    const from = letter === 'R' || letter === 'C' ? words[index++] : undefined
    const path = words[index++] as string
    files.set(path, { path, ...(from !== undefined && { from }), change: changeOf(letter) ?? 'modified' })
  }
  return [...files.values()]
}

export const namesOf = ({ path, from }: Pick<FileOfCommit, 'path' | 'from'>): string[] => (from === undefined ? [path] : [from, path])

export interface Sorted {
  readonly shown: readonly FileOfCommit[]
  readonly leftOut: readonly string[]
}

/**
 * A name that git reads as a folder stands for all below it, so that one which was a file and is now the folder of a secret is left
 * out with it.
 */
export function sortOut(files: readonly FileOfCommit[], prefix: string, isHidden: PathTest): Sorted {
  const isLeftOut = (name: string) => !isShowable(name, prefix) || isHidden(prefix + name)
  const leftOut = new Set(files.filter((file) => namesOf(file).some(isLeftOut)).flatMap(namesOf))
  const above = new Set([...leftOut].flatMap(foldersOf))
  const shown = files.filter((file) => !namesOf(file).some((name) => leftOut.has(name) || above.has(name)))
  const kept = new Set(shown)
  const hidden = files.filter((file) => !kept.has(file)).flatMap(namesOf)
  return { shown, leftOut: [...new Set(hidden)].map((name) => prefix + name).sort() }
}

/** By its name in the repository and by that in the workspace. A name that is not UTF-8 cannot be handed to git again. */
const isShowable = (name: string, prefix: string): boolean =>
  !name.includes('\ufffd') && !isSensitive(name) && !isSensitive(prefix + name) && 'path' in checkPath(name)

const foldersOf = (name: string): string[] => {
  const names = name.split('/')
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'))
}

export const isBelow = (path: string, name: string): boolean => path === '.' || name === path || name.startsWith(`${path}/`)

export const inWorkspace = (prefix: string, { path, from, change }: FileOfCommit): FileOfCommit => ({
  path: prefix + path,
  ...(from !== undefined && { from: prefix + from }),
  change,
})
