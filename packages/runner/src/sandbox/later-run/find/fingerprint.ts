// What a name was before a command, in one word that differs where the command could have changed it.
import { hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { dirname } from 'node:path'
import { readFolder } from '../../../disk/names.ts'
import { linkTarget, lookAt, orUndefined, realPath } from '../../../disk/read-plain.ts'

/**
 * How it is kept from changing: a name that is `held` cannot change while its folder is the same one; of one that is `compared`
 * everything below counts; of a `folder` that may be filled only which one it is.
 */
export type Hold = 'held' | 'compared' | 'folder'

/** Undefined where there is nothing. */
export function fingerprintOf(path: string, hold: Hold): string | undefined {
  const stats = lookAt(path)
  if (!stats) return undefined
  const real = realPath(dirname(path))
  if (real !== dirname(path)) return `through ${real}`
  if (stats.isSymbolicLink()) return `link to ${linkTarget(path)}`
  if (hold === 'folder') return `folder ${identity(stats)}`
  if (hold === 'compared') return `compared ${hash('sha256', contentOf(path, stats))}`
  const folder = lookAt(dirname(path))
  return `held in ${folder ? identity(folder) : 'nothing'}`
}

const identity = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`

/** Nobody can set the time of change back. */
function contentOf(path: string, stats: BigIntStats): string {
  const own = `${stats.mode}:${stats.ino}:${stats.size}:${stats.ctimeNs}`
  if (!stats.isDirectory()) return own
  const names = (orUndefined(() => readFolder(path)) ?? []).map(({ name }) => name).sort()
  const parts = names.map((name) => {
    const child = lookAt(`${path}/${name}`)
    return `${JSON.stringify(name)} ${child ? contentOf(`${path}/${name}`, child) : 'gone'}`
  })
  return `${own} {${parts.join(', ')}}`
}
