// Programs on a PATH, in its order, without those that a workspace could have put there: relative folders, and folders of the window.
import { realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join, sep } from 'node:path'

export interface LookUpOptions {
  readonly path: string
  readonly folders: readonly string[]
}

const fileOf = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name)

/** Real paths; what does not exist is left out. */
export function lookUp(name: string, { path, folders }: LookUpOptions): readonly string[] {
  const roots = folders.flatMap((folder) => [folder, ...realOf(folder)])
  const isOutside = (program: string) => !roots.some((root) => program.startsWith(`${root}${sep}`))
  const named = path.split(delimiter).flatMap((folder) => (isAbsolute(folder) ? [join(folder, fileOf(name))] : []))
  return [...new Set(named.filter(isOutside).flatMap(realOf))].filter(isOutside)
}

function realOf(path: string): readonly string[] {
  try {
    return [realpathSync.native(path)]
  } catch {
    return []
  }
}
