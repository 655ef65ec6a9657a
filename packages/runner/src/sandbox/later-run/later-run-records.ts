// What stood there before a command, on the disk until it has been settled what the command left: a runner that is killed meanwhile,
// or could not put everything away, tries again. Its time is the last sign of life: what was made after that is somebody else's.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { errnoOf } from '../../disk/file-failure.ts'

const recordSchema = z.object({
  version: z.literal(2),
  root: z.string(),
  state: z.object({
    /** Every watched name: how it was kept from changing, and what it was; without a form it was not there. */
    names: z.record(z.string(), z.object({ hold: z.enum(['held', 'compared', 'folder']), form: z.string().optional() })),
    /** Folders that could not be looked into. */
    closed: z.record(z.string(), z.string()),
    repositories: z.record(
      z.string(),
      z.object({ hashBytes: z.union([z.literal(20), z.literal(32)]), gitlinks: z.array(z.string()), orders: z.array(z.string()) }),
    ),
  }),
  makesRepository: z.boolean(),
  /** In milliseconds. */
  begun: z.number(),
  /** In the environment of its processes, where no sandbox ends them with the runner. */
  mark: z.string().optional(),
})
export type LaterRunRecord = z.infer<typeof recordSchema>

const SIGN_MILLISECONDS = 5_000
/** The record of a command that has ended and left something that could not be put away. */
const UNSETTLED = '.unsettled.json'

export interface SavedRecord extends Disposable {
  /** Everything was put away: nothing is left to be tried again. */
  settled(): void
}

/** Disposed when the command has ended; it stays on the disk unless it was settled. */
export function saveRecord(folder: string, record: LaterRunRecord): SavedRecord {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.json`)
  writeFileSync(path, JSON.stringify(record), { mode: 0o600 })
  const timer = setInterval(() => {
    touch(path)
  }, SIGN_MILLISECONDS).unref()
  let isSettled = false
  return {
    settled: () => {
      isSettled = true
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      touch(path)
      if (isSettled) rmSync(path, { force: true })
      else ignoreGone(() => renameSync(path, path.replace(/\.json$/, UNSETTLED)))
    },
  }
}

function touch(path: string): void {
  const now = new Date()
  ignoreGone(() => utimesSync(path, now, now))
}

/** Whoever removed it will not miss it. */
function ignoreGone(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
  }
}

export interface LeftRecord extends LaterRunRecord {
  /** In milliseconds: until then the command may have run. */
  readonly aliveUntil: number
  /** Nothing is left to be tried again. */
  forget(): void
}

export interface LeftRecords {
  readonly records: readonly LeftRecord[]
  /** Files that no runner of this version has written: nobody can tell by them what a command left. */
  readonly unreadable: readonly string[]
}

/** They stay on the disk until they are forgotten. `ofRunning`: also those of commands that had not ended. */
export function readRecords(folder: string, { ofRunning }: { readonly ofRunning: boolean }): LeftRecords {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const records: LeftRecord[] = []
  const unreadable: string[] = []
  for (const name of readdirSync(folder).filter((file) => ofRunning || file.endsWith(UNSETTLED))) {
    const path = join(folder, name)
    const forget = () => rmSync(path, { force: true })
    const record = parseRecord(readFileSync(path, 'utf8'))
    const silence = name.endsWith(UNSETTLED) ? 0 : 2 * SIGN_MILLISECONDS
    if (record) records.push({ ...record, aliveUntil: statSync(path).mtimeMs + silence, forget })
    else forget()
    if (record === null) unreadable.push(name)
  }
  return { records, unreadable }
}

/** Undefined where the write was cut off: then the command had not been started. Null where it is none of ours. */
function parseRecord(text: string): LaterRunRecord | undefined | null {
  try {
    return recordSchema.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
