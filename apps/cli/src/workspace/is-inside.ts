// Whether a path is inside a folder, by real paths.
import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'

/** False if it does not exist. */
export function isInside(path: string, folder: string): boolean {
  if (!existsSync(path)) return false
  const way = relative(realpathSync(folder), realpathSync(path))
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}
