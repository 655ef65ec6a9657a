// Folders of the runner's own user that it may not read or search, because somebody took the rights away: they are given back for
// as long as one looks, and taken away again afterwards.
import { type BigIntStats, chmodSync, lstatSync } from 'node:fs'
import { errnoOf } from '../../../disk/file-failure.ts'
import { pathFor } from '../../../disk/names.ts'

const LOOK = 0o500n
const RIGHTS = 0o7777n

export interface FolderRights extends Disposable {
  /** Whether the folder can be looked into now. */
  open(path: string, stats: BigIntStats): boolean
}

export const isShut = (stats: BigIntStats): boolean => isOwn(stats) && (stats.mode & LOOK) !== LOOK

const isOwn = ({ uid }: BigIntStats): boolean => process.getuid?.() !== 0 && BigInt(process.getuid?.() ?? -1) === uid

export function createFolderRights(): FolderRights {
  const opened: { readonly path: string; readonly stats: BigIntStats }[] = []
  return {
    open(path, stats) {
      if (!isShut(stats) || !changeMode(path, stats, stats.mode | 0o700n)) return false
      opened.push({ path, stats })
      return true
    },
    [Symbol.dispose]() {
      // The innermost first: one above may be shut again only then.
      for (const { path, stats } of opened.reverse()) changeMode(path, stats, stats.mode)
    },
  }
}

/** Only of the very folder that was seen: another may have its name by now. */
function changeMode(path: string, { dev, ino }: BigIntStats, mode: bigint): boolean {
  try {
    const now = lstatSync(pathFor(path), { bigint: true, throwIfNoEntry: false })
    if (!now?.isDirectory() || now.dev !== dev || now.ino !== ino) return false
    chmodSync(pathFor(path), Number(mode & RIGHTS))
    return true
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    return false
  }
}
