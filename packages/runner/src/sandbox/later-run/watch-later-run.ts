// Files that something outside runs or obeys later: an editor, git, a shell, another agent. Existing ones stay as they are in the
// sandbox. One that a command made all the same is put away before anybody can trip over it.
import { sentence } from '@countersign/protocol'
import { fileFailure } from '../../disk/file-failure.ts'
import type { GitSettings } from '../../repositories/git-settings.ts'
import type { ApprovedFiles } from './approved-files.ts'
import { lookBefore } from './before-command.ts'
import type { WorkspaceWalk } from './find/walk-workspace.ts'
import { type LaterRunRecord, readRecords, type SavedRecord, saveRecord } from './later-run-records.ts'
import type { Settled } from './put-away/settle-log.ts'
import { settle } from './settle.ts'

export interface LaterRun extends Disposable {
  /** What exists and must stay as it is; absolute where it lies outside of the workspace. */
  readonly held: readonly string[]
  /** Folders in which git works: they must keep their places. */
  readonly repositories: readonly string[]
  /** Folders of git outside the workspace that belong to it, absolute. */
  readonly outside: readonly string[]
  /** After the command: what has appeared is put away. Rejects never. */
  settle(): Promise<Settled>
  /** The same while it runs on; what stays until its end is told then. Rejects never. */
  settleMeanwhile(): Promise<Settled>
  /** The command was not started after all: whatever appears is none of its doing. */
  abandon(): void
}

/** What looks around in a workspace, kept between commands so that it need not look at everything again. */
export interface LookAround {
  readonly walk: WorkspaceWalk
  readonly settings: GitSettings
  readonly approved: ApprovedFiles
}

export interface LaterRunFacts extends LookAround {
  readonly root: string
  /** Whether there is a sandbox that holds names as they are. */
  readonly canHold: boolean
  readonly quarantine: string | undefined
  /** Where it is kept what was there, for a runner that is killed meanwhile. */
  readonly recordsDir?: string | undefined
  readonly mark?: string
  /** `git init` and `git clone` are asked for by name and make a .git of their own. */
  readonly makesRepository: boolean
}

/** What is younger may be in the making, by git or by the person: the next look is soon. */
const MAKING_MILLISECONDS = 1_000

export async function watchLaterRun(facts: LaterRunFacts): Promise<LaterRun> {
  const { root, walk, settings, approved, canHold, quarantine, makesRepository, recordsDir, mark } = facts
  const earlier = recordsDir === undefined ? [] : await settleLeftovers(recordsDir, facts).catch(failToKeep)
  using found = await walk()
  const { state, held, watched } = await lookBefore({ root, found, settings, canHold })
  const record = { version: 2 as const, root, state, makesRepository, begun: Date.now(), ...(mark !== undefined && { mark }) }
  const recordOnDisk = recordsDir === undefined ? undefined : keepOrFail(recordsDir, record)
  return {
    held,
    repositories: watched.repositories.filter((name) => !name.startsWith('/') && name !== '.'),
    outside: watched.outside,
    async settle() {
      const settled = await settle(record, { quarantine, walk, settings, approved })
      if (settled.failed.length === 0) recordOnDisk?.settled()
      return { away: [...earlier.flatMap(({ away }) => away), ...settled.away], failed: settled.failed }
    },
    settleMeanwhile: () =>
      settle(record, { quarantine, walk, settings, approved, isRunning: true, madeUntil: Date.now() - MAKING_MILLISECONDS }),
    abandon: () => recordOnDisk?.settled(),
    [Symbol.dispose]: () => recordOnDisk?.[Symbol.dispose](),
  }
}

/** A command may fill the disk; without a record the next one does not start. */
function keepOrFail(folder: string, record: LaterRunRecord): SavedRecord {
  try {
    return saveRecord(folder, record)
  } catch (error) {
    return failToKeep(error)
  }
}

function failToKeep(error: unknown): never {
  throw fileFailure(error, sentence('file.record-of-commands'))
}

/** What earlier commands left and could not be put away then. */
async function settleLeftovers(folder: string, { walk, settings, approved, quarantine }: LaterRunFacts): Promise<Settled[]> {
  const ends: Settled[] = []
  for (const record of readRecords(folder, { ofRunning: false }).records) {
    const end = await settle(record, { quarantine, walk, settings, approved, madeUntil: record.aliveUntil })
    if (end.failed.length === 0) record.forget()
    ends.push(end)
  }
  return ends
}
