// After a command: what has appeared or changed and would be run or obeyed later is put away. Names that are known are looked at
// first, then git's lists, and only then the whole tree, in which a command may have hidden or spoiled what it likes.
import { basename } from 'node:path'
import { lookAt } from '../../disk/read-plain.ts'
import type { GitSettings } from '../../repositories/git-settings.ts'
import { readTodoLists } from '../../repositories/git-todo-lists.ts'
import { dropGitlinks } from '../../repositories/gitlinks.ts'
import { hasSamplesOnly, isHarmlessPointer, isHarmlessRepository } from '../../repositories/harmless-repository.ts'
import type { ApprovedFiles } from './approved-files.ts'
import { gitlinksIn } from './before-command.ts'
import { fingerprintOf } from './find/fingerprint.ts'
import { isInPackages } from './find/package-folders.ts'
import type { Findings, WorkspaceWalk } from './find/walk-workspace.ts'
import { inFolder, placeOf } from './find/watched-names.ts'
import type { LaterRunRecord } from './later-run-records.ts'
import { createSettleLog, restoreLink, type Settled, type SettleLog } from './put-away/settle-log.ts'

export interface SettlePorts {
  readonly quarantine: string | undefined
  readonly walk: WorkspaceWalk
  readonly settings: GitSettings
  readonly approved: Pick<ApprovedFiles, 'covers'>
  /** In milliseconds: what was made later is none of the command's. */
  readonly madeUntil?: number
  /** The command runs on: what others may be at work on, and harms nobody yet, waits for its end. */
  readonly isRunning?: boolean
}

interface Settling extends SettlePorts {
  readonly record: LaterRunRecord
  readonly log: SettleLog
  /** A new repository in which nothing is run or obeyed may stay: it was asked for, or another command is making it. */
  readonly sparesHarmless: boolean
}

/** Rejects never: what could not be done is told. */
export async function settle(record: LaterRunRecord, ports: SettlePorts): Promise<Settled> {
  const log = createSettleLog(record.root, ports.quarantine)
  const settling = { ...ports, record, log, sparesHarmless: record.makesRepository || ports.isRunning === true }
  settleKnownNames(settling)
  for (const repository of Object.keys(record.state.repositories)) log.attempt(repository, () => settleLists(settling, repository))
  try {
    using found = await ports.walk()
    await settleFound(settling, found)
  } catch (error) {
    log.attempt('the workspace', () => {
      throw error
    })
  }
  return log.end()
}

function settleKnownNames(settling: Settling): void {
  const { record, log, sparesHarmless } = settling
  // The outermost first: what lies in it goes with it.
  const names = Object.keys(record.state.names).sort((one, other) => one.split('/').length - other.split('/').length)
  for (const name of names) {
    if (sparesHarmless && isMadeByGit(placeOf(record.root, name))) continue
    log.attempt(name, () => settleName(settling, name))
  }
}

/** Looked at by itself when the tree has been walked. */
const isMadeByGit = (fullPath: string): boolean =>
  basename(fullPath) === '.git' || (['modules', 'worktrees'].includes(basename(fullPath)) && lookAt(fullPath)?.isDirectory() === true)

function settleName(settling: Settling, name: string): void {
  const { record, log, isRunning, approved } = settling
  // Whoever unpacks a package fails where a part of it goes meanwhile.
  if (isRunning && isInPackages(name)) return
  if (!isNew(settling, name) || isHarmless(placeOf(record.root, name)) || approved.covers(name)) return
  log.putAway(neutralName(name, record))
  log.attempt(name, () => restoreLink(placeOf(record.root, name), record.state.names[name]?.form))
}

/** Not there before, or another one by now, and made while the command ran. */
function isNew({ record, madeUntil = Number.POSITIVE_INFINITY }: Settling, name: string): boolean {
  const fullPath = placeOf(record.root, name)
  const before = record.state.names[name]
  // What was not there need not be read to be new.
  const isOther = before?.form === undefined || fingerprintOf(fullPath, before.hold) !== before.form
  const stats = lookAt(fullPath)
  return stats !== undefined && isOther && Number(stats.birthtimeMs) <= madeUntil
}

const isHarmless = (fullPath: string): boolean => /^(?:hooks|branches|remotes)$/.test(basename(fullPath)) && hasSamplesOnly(fullPath)

/** A folder of another name that became a repository holds other things, too; without its HEAD it is none. */
function neutralName(name: string, { state }: LaterRunRecord): string {
  const isRepository = Object.hasOwn(state.repositories, name)
  return isRepository ? repositoryToMove(name) : name
}

const repositoryToMove = (name: string): string =>
  basename(name) === '.git' || /(?:^|\/)\.git\/(?:.*\/)?(?:modules|worktrees)\//.test(name) ? name : inFolder(name, 'HEAD')

function settleLists(settling: Settling, repository: string): void {
  const { record, log } = settling
  const folder = placeOf(record.root, repository)
  const before = record.state.repositories[repository]
  if (!before || fingerprintOf(folder, 'folder') !== record.state.names[repository]?.form) return
  for (const { name, steps } of readTodoLists(folder))
    if (steps.some((step) => !before.orders.includes(step))) log.putAway(inFolder(repository, name))
  if (!record.makesRepository) log.attempt(inFolder(repository, 'index'), () => settleIndex(settling, repository))
}

function settleIndex({ record, log }: Settling, repository: string): void {
  const folder = placeOf(record.root, repository)
  const { hashBytes, gitlinks } = record.state.repositories[repository] as LaterRunRecord['state']['repositories'][string]
  const fresh = () => gitlinksIn(folder, hashBytes).filter((name) => !gitlinks.includes(name))
  const names = fresh()
  if (names.length === 0) return
  const index = inFolder(repository, 'index')
  log.attempt(index, () => {
    if (dropGitlinks(folder, hashBytes, names) && fresh().length === 0) for (const name of names) log.tookEntry(name, index)
  })
  if (fresh().length > 0) log.putAway(index)
}

async function settleFound(settling: Settling, found: Findings): Promise<void> {
  const { record, log, settings, isRunning, sparesHarmless } = settling
  const { root } = record
  for (const name of found.laterNames) settleUnknown(settling, name)
  for (const name of isRunning ? [] : found.closed)
    if (fingerprintOf(placeOf(root, name), 'folder') !== record.state.closed[name]) log.putAway(topNew(record, name))
  const known = [...found.repositories, ...Object.keys(record.state.repositories)].map((name) => placeOf(root, name))
  for (const name of found.repositories.filter((each) => isNew(settling, each))) {
    const stays = sparesHarmless && (await isHarmlessRepository(placeOf(root, name), settings, known).catch(() => false))
    if (!stays && lookAt(placeOf(root, name))) log.putAway(repositoryToMove(name))
  }
  for (const name of found.pointers) {
    const left = known.filter((fullPath) => lookAt(fullPath))
    if (!(sparesHarmless && isHarmlessPointer(root, placeOf(root, name), left))) settleUnknown(settling, name)
  }
}

const settleUnknown = (settling: Settling, name: string): void => settling.log.attempt(name, () => settleName(settling, name))

// The clock of the file system's times is behind by a tick.
const TICK_MILLISECONDS = 20

/** The outermost folder on the way that the command has made, so that nobody has to look into it. */
function topNew({ root, begun }: LaterRunRecord, name: string): string {
  const parts = name.split('/')
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const isMade = (folder: string) => Number(lookAt(placeOf(root, folder))?.birthtimeMs ?? 0) >= begun - TICK_MILLISECONDS
  return above.find(isMade) ?? name
}
