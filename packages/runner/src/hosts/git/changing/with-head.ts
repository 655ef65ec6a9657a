// HEAD of the real repository changes with the one in the bare copy, under the same lock that git itself takes.
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, sentence } from '@countersign/protocol'
import { errnoOf } from '../../../disk/file-failure.ts'
import { type BareCopy, sharedIndexes } from '../bare-copy/open-bare-copy.ts'
import { operationIn } from '../reading/read-status.ts'

/** Refuses where git itself would be in the way, or where a change by us would leave something half done. */
export function requireChangeable({ repository: { gitDir } }: BareCopy): void {
  const operation = operationIn(gitDir)
  if (operation) throw new Failure('GIT_ERROR', { subject: sentence('repository.operation', { operation }) })
  if (sharedIndexes(gitDir).length > 0) throw new Failure('GIT_ERROR', { subject: sentence('repository.split-index') })
}

export async function withHead<Result>(bareCopy: BareCopy, change: () => Promise<Result>): Promise<Result> {
  const { gitDir, commonDir } = bareCopy.repository
  const lock = join(gitDir, 'HEAD.lock')
  const descriptor = takeLock(lock)
  try {
    if (readFileSync(join(gitDir, 'HEAD'), 'utf8') !== bareCopy.head)
      throw new Failure('FILE_CHANGED', { subject: sentence('repository.head-moved') })
    // A new repository has none yet, and git makes no folder through a link.
    for (const folder of [join(gitDir, 'logs'), join(commonDir, 'logs/refs')]) mkdirSync(folder, { recursive: true })
    const result = await change()
    const next = readFileSync(join(bareCopy.folder, 'HEAD'), 'utf8')
    if (next !== bareCopy.head) {
      writeSync(descriptor, next)
      fsyncSync(descriptor)
      renameSync(lock, join(gitDir, 'HEAD'))
    }
    return result
  } finally {
    closeSync(descriptor)
    rmSync(lock, { force: true })
  }
}

function takeLock(path: string): number {
  try {
    return openSync(path, 'wx', 0o644)
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
    throw new Failure('GIT_ERROR', { subject: sentence('repository.locked') }, { cause: error })
  }
}
