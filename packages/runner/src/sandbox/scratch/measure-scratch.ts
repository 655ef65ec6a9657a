// How much lies in a folder that commands fill. Links are counted, never followed; what cannot be looked into counts as too much, since
// anything may lie there.
import { lstatSync } from 'node:fs'
import { errnoOf } from '../../disk/file-failure.ts'
import { pathFor, readFolder } from '../../disk/names.ts'

export interface ScratchLimits {
  readonly maxBytes: number
  readonly maxEntries: number
}

export interface ScratchSize {
  readonly bytes: number
  readonly isTooMuch: boolean
  /** Everything called `.git`, relative: a repository that nobody looked through. */
  readonly repositories: readonly string[]
}

const BLOCK_BYTES = 512

export function measureScratch(folder: string, { maxBytes, maxEntries }: ScratchLimits): ScratchSize {
  const repositories: string[] = []
  let [bytes, entries, isClosed] = [0, 0, false]
  for (const open = ['']; open.length > 0 && bytes <= maxBytes && entries <= maxEntries && !isClosed; ) {
    const name = open.pop() as string
    const children = look(() => readFolder(join(folder, name)))
    if (children === 'closed') isClosed = true
    if (typeof children === 'string') continue
    for (const child of children) {
      const path = join(name, child.name)
      const stats = look(() => lstatSync(pathFor(join(folder, path))))
      if (stats === 'closed') isClosed = true
      if (typeof stats === 'string') continue
      entries++
      bytes += stats.blocks * BLOCK_BYTES
      if (child.name.toLowerCase() === '.git') repositories.push(path)
      if (stats.isDirectory()) open.push(path)
    }
  }
  return { bytes, repositories, isTooMuch: isClosed || bytes > maxBytes || entries > maxEntries }
}

const join = (folder: string, name: string): string => (folder === '' || name === '' ? folder + name : `${folder}/${name}`)

/** Commands run meanwhile: what is gone is gone. */
function look<Found extends object>(find: () => Found): Found | 'gone' | 'closed' {
  try {
    return find()
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === undefined) throw error
    return errno === 'ENOENT' || errno === 'ENOTDIR' ? 'gone' : 'closed'
  }
}
