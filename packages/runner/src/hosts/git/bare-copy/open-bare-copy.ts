// The folder that git is told to be its own: settings of ours, a copy of HEAD and of the index, links to the branches and their logs.
// So nothing that the repository's settings say is ever read by git, and what one call sees does not change on its way.
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, sentence } from '@countersign/protocol'
import { checkRepository } from '../../../repositories/check-repository.ts'
import type { Repository } from '../../../repositories/find-repository.ts'
import { readPlainFile } from '../../../repositories/plain-files.ts'
import { parseSettings, type Setting, settingsFile } from '../../../repositories/safe-settings.ts'

const MEGABYTE = 1024 * 1024
const MAX_HEAD_BYTES = 4_096
const MAX_SETTINGS_BYTES = 4 * MEGABYTE
const MAX_LIST_BYTES = 16 * MEGABYTE
const MAX_INDEX_BYTES = 512 * MEGABYTE
const HEAD = /^(ref: refs\/heads\/[^\p{C}]+|[0-9a-f]{40}|[0-9a-f]{64})\n?$/u

/** What a linked worktree has for itself; the rest is its repository's. */
const OF_WORK_TREE = new Set(['index', 'config.worktree', 'info/sparse-checkout'])

export interface BareCopy extends Disposable {
  readonly repository: Repository
  readonly folder: string
  /** As it was when the bare copy was made. */
  readonly head: string
  /** Undefined where HEAD is no branch. */
  readonly branch: string | undefined
}

/** Enough to run git on it. */
export type CopyPlace = Pick<BareCopy, 'repository' | 'folder'>

export interface BareCopyPorts {
  readonly temporaryDir: string
  /** Asks git to read a file of settings, without obeying it. */
  readonly readSettings: (place: CopyPlace, file: string) => Promise<string>
}

export async function openBareCopy(repository: Repository, { readSettings, temporaryDir }: BareCopyPorts): Promise<BareCopy> {
  checkRepository(repository)
  const bareCopy = lay(repository, temporaryDir)
  try {
    const theirs: Setting[] = []
    for (const name of ['config', 'config.worktree']) {
      const file = copy(bareCopy, name, `their-${name}`, MAX_SETTINGS_BYTES)
      if (file !== undefined) theirs.push(...parseSettings(await readSettings(bareCopy, file)))
    }
    writeFileSync(join(bareCopy.folder, 'config'), settingsFile(theirs))
    return bareCopy
  } catch (error) {
    bareCopy[Symbol.dispose]()
    throw error
  }
}

function lay(repository: Repository, temporaryDir: string): BareCopy {
  const { gitDir, commonDir } = repository
  const head = Buffer.from(readPlainFile(join(gitDir, 'HEAD'), MAX_HEAD_BYTES) ?? '', 'latin1').toString('utf8')
  if (!HEAD.test(head)) throw new Failure('GIT_ERROR', { subject: sentence('repository.odd-head') })
  const folder = mkdtempSync(join(realpathSync.native(temporaryDir), 'countersign-git-'))
  const branch = /^ref: refs\/heads\/(.+)\n?$/.exec(head)?.[1]
  const bareCopy = { repository, folder, head, branch, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
  for (const name of ['info', 'objects']) mkdirSync(join(folder, name))
  for (const name of ['refs', 'packed-refs']) symlinkSync(join(commonDir, name), join(folder, name))
  for (const name of sharedIndexes(gitDir)) symlinkSync(join(gitDir, name), join(folder, name))
  layLogs(repository, folder)
  writeFileSync(join(folder, 'HEAD'), head)
  writeFileSync(join(folder, 'config'), settingsFile())
  // Before it is read: where it is replaced meanwhile, the copy looks older, never younger.
  const changed = timeOf(join(gitDir, 'index'))
  const index = copy(bareCopy, 'index', 'index', MAX_INDEX_BYTES)
  if (index !== undefined) utimesSync(index, changed, changed)
  for (const name of ['shallow', 'info/exclude', 'info/attributes', 'info/sparse-checkout']) copy(bareCopy, name, name, MAX_LIST_BYTES)
  return bareCopy
}

/** Where the branches have their logs in another folder than HEAD, each is reached by a link of its own. */
function layLogs({ gitDir, commonDir }: Repository, folder: string): void {
  const link = (owner: string, name: string) => symlinkSync(join(owner, name), join(folder, name))
  if (gitDir === commonDir) link(gitDir, 'logs')
  else {
    mkdirSync(join(folder, 'logs'))
    link(gitDir, 'logs/HEAD')
    link(commonDir, 'logs/refs')
  }
}

/**
 * In seconds, cut. Git trusts what it noted of a file only where the index is younger than the file, so that a copy must have the
 * time of the original.
 */
export const timeOf = (path: string): number => Math.floor((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000)

/** Parts of an index that git has split. */
export const sharedIndexes = (gitDir: string): string[] => readdirSync(gitDir).filter((name) => /^sharedindex\.[0-9a-f]+$/.test(name))

function copy(
  { repository, folder }: Pick<BareCopy, 'repository' | 'folder'>,
  from: string,
  to: string,
  maxBytes: number,
): string | undefined {
  const owner = OF_WORK_TREE.has(from) ? repository.gitDir : repository.commonDir
  const content = readPlainFile(join(owner, from), maxBytes)
  if (content === undefined) return undefined
  const file = join(folder, to)
  writeFileSync(file, content, 'latin1')
  return file
}
