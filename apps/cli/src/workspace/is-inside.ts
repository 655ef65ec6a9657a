// Whether something lies in a folder, by their real paths.
import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'

/** False for what does not exist. */
export function isInside(path: string, folder: string): boolean {
  if (!existsSync(path)) return false
  const way = relative(realpathSync(folder), realpathSync(path))
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}
