// Files of a repository that we read ourselves: regular ones only, no link followed, nothing awaited, not more than we want to hold.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { Failure, sentence } from '@countersign/protocol'
import { errnoOf } from '../disk/file-failure.ts'

/** As bytes in latin1, so that nothing is lost; undefined where there is none. */
export function readPlainFile(path: string, maxBytes: number): string | undefined {
  const descriptor = openPlain(path)
  if (descriptor === undefined) return undefined
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new Failure('GIT_ERROR', { subject: sentence('repository.not-ordinary', { path: tail(path) }) })
    if (stats.size > maxBytes)
      throw new Failure('GIT_ERROR', { subject: sentence('repository.file-too-large', { path: tail(path), count: maxBytes }) })
    return readFileSync(descriptor, 'latin1')
  } finally {
    closeSync(descriptor)
  }
}

function openPlain(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return undefined
    if (errnoOf(error) === 'ELOOP')
      throw new Failure('GIT_ERROR', { subject: sentence('repository.is-link', { path: tail(path) }) }, { cause: error })
    throw error
  }
}

/** From `.git` on. */
const tail = (path: string): string => path.slice(Math.max(0, path.lastIndexOf('/.git') + 1))
