// What stood there before a command, on the disk while it runs: a runner that is killed meanwhile looks at its next start for
// what the command left. Its time is the runner's last sign of life: what was made after that is somebody else's.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { errnoOf } from '../hosts/files/file-failure.ts'

const recordSchema = z.object({
  root: z.string(),
  names: z.array(z.string()),
  /** What each name was; one that is not here was not there. */
  before: z.record(z.string(), z.string()),
  makesRepository: z.boolean(),
  /** In the environment of its processes, where no cage ends them with the runner. */
  mark: z.string().optional(),
})
export type LaterRunRecord = z.infer<typeof recordSchema>

const SIGN_MILLISECONDS = 5_000

/** Disposed when the command has ended and its leftovers were looked at. */
export function keepRecord(folder: string, record: LaterRunRecord): Disposable {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.json`)
  writeFileSync(path, JSON.stringify(record), { mode: 0o600 })
  const timer = setInterval(() => {
    touch(path)
  }, SIGN_MILLISECONDS).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      rmSync(path, { force: true })
    },
  }
}

function touch(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch (error) {
    // Whoever removed it will not miss the sign.
    if (errnoOf(error) === undefined) throw error
  }
}

export interface LeftRecord extends LaterRunRecord {
  /** In milliseconds: until then the command may have run. */
  readonly aliveUntil: number
}

/** Each is looked at once: they are gone when it returns. */
export function takeRecords(folder: string): LeftRecord[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const aliveUntil = statSync(path).mtimeMs + 2 * SIGN_MILLISECONDS
    const record = parseRecord(readFileSync(path, 'utf8'))
    rmSync(path)
    return record ? [{ ...record, aliveUntil }] : []
  })
}

/** Undefined where the write was cut off: then the command had not been started. */
function parseRecord(text: string): LaterRunRecord | undefined {
  try {
    return recordSchema.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
