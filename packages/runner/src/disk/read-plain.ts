// Small facts about a name, without following it: what it is, where a link leads, what a plain file holds.
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { errnoOf } from './file-failure.ts'
import { nameFromBytes, pathFor } from './names.ts'

/** Undefined where there is nothing, or a name on the way is no folder. */
export function lookAt(path: string): BigIntStats | undefined {
  return orUndefined(() => lstatSync(pathFor(path), { bigint: true, throwIfNoEntry: false }))
}

export const linkTarget = (path: string): string | undefined =>
  orUndefined(() => nameFromBytes(readlinkSync(pathFor(path), { encoding: 'buffer' })))

export const realPath = (path: string): string | undefined =>
  orUndefined(() => nameFromBytes(realpathSync.native(pathFor(path), { encoding: 'buffer' })))

/** Undefined where it is no plain file, or none that may be read. */
export function readPlain(path: string, maxBytes: number): Buffer | undefined {
  const descriptor = orUndefined(() => openSync(pathFor(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK))
  if (descriptor === undefined) return undefined
  try {
    const stats = fstatSync(descriptor)
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(descriptor) : undefined
  } finally {
    closeSync(descriptor)
  }
}

/** What the system refuses to tell is not known; a defect is one. */
export function orUndefined<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    return undefined
  }
}
