// The calls that changed the workspace, each written down before its first step and until it is too old: what is needed to undo it, and
// after a kill to know how far it came. What they replaced or deleted is saved as one object per step, named by the execution and the
// step's number.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ExecutionId, executionId } from '@countersign/protocol'
import * as z from 'zod'
import { openLog, readLog } from '../../data/append-log.ts'
import { type OpenObject, openObject } from '../../disk/open-object.ts'
import { syncFolder } from '../staging/make-folders.ts'
import { writeWhole } from '../staging/stage-file.ts'
import { type Step, stepSchema, storedBytes } from '../steps/step.ts'

export interface SavedContents extends Disposable {
  readonly folder: OpenObject
  nameOf(id: ExecutionId, step: number): string
  pathOf(id: ExecutionId, step: number): string
  /** On the disk when it resolves. */
  add(id: ExecutionId, contents: ReadonlyMap<number, Uint8Array>): Promise<void>
  remove(id: ExecutionId, steps: number): void
  /** What belongs to none of these was left by a kill. */
  removeOthers(known: ReadonlySet<string>): void
}

export function openSavedContents(path: string): SavedContents {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const folder = openObject(path)
  const nameOf = (id: ExecutionId, step: number) => `${id}.${step}`
  const pathOf = (id: ExecutionId, step: number) => join(path, nameOf(id, step))
  const discard = (name: string) => rmSync(name, { recursive: true, force: true })
  return {
    folder,
    nameOf,
    pathOf,
    async add(id, contents) {
      for (const [step, bytes] of contents) await writeDurably(pathOf(id, step), bytes)
      if (contents.size > 0) syncFolder(folder)
    },
    remove(id, steps) {
      for (let step = 0; step < steps; step++) discard(pathOf(id, step))
    },
    removeOthers(known) {
      for (const name of readdirSync(path)) if (!known.has(name.split('.')[0] as string)) discard(join(path, name))
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    await writeWhole(descriptor, bytes)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * `intended`: its steps may be half done. `undoing`: they may be half put back. `unkept`: done, and nothing is kept of it.
 */
const stateSchema = z.enum(['intended', 'done', 'undoing', 'undone', 'unkept'])
export type ChangeState = z.infer<typeof stateSchema>

const changeSchema = z.object({ id: executionId, root: z.string(), state: stateSchema, steps: z.array(stepSchema) })
const lineSchema = z.union([
  z.object({ line: z.literal('change'), ...changeSchema.shape }),
  z.object({ line: z.literal('state'), id: executionId, state: stateSchema }),
  z.object({ line: z.literal('dropped'), id: executionId }),
])

export interface Change {
  readonly id: ExecutionId
  /** The workspace. */
  readonly root: string
  state: ChangeState
  readonly steps: readonly Step[]
}

export interface ChangeLog {
  get(id: ExecutionId): Change | undefined
  /** Oldest first. */
  changes(): Change[]
  /** On the disk when it resolves. */
  add(change: Change): Promise<void>
  /** A kill loses nothing that is written here; who must outlive the machine's end asks for a sync. */
  setState(id: ExecutionId, state: ChangeState): void
  drop(id: ExecutionId): void
  sync(): Promise<void>
  close(): void
}

export function openChangeLog(path: string, onUnreadable?: (lines: number) => void): ChangeLog {
  const rows = readRows(path, onUnreadable)
  const log = openLog(
    path,
    [...rows.values()].map((row) => ({ line: 'change', ...row })),
  )
  return {
    get: (id) => rows.get(id),
    changes: () => [...rows.values()],
    async add(change) {
      rows.set(change.id, change)
      log.append({ line: 'change', ...change })
      await log.sync()
    },
    setState(id, state) {
      const row = rows.get(id)
      if (row) row.state = state
      log.append({ line: 'state', id, state })
    },
    drop(id) {
      rows.delete(id)
      log.append({ line: 'dropped', id })
    },
    sync: () => log.sync(),
    close: () => log.close(),
  }
}

function readRows(path: string, onUnreadable: ((lines: number) => void) | undefined): Map<ExecutionId, Change> {
  const rows = new Map<ExecutionId, Change>()
  for (const data of readLog(path, lineSchema, onUnreadable)) {
    if (data.line === 'change') rows.set(data.id, changeSchema.parse(data))
    else if (data.line === 'dropped') rows.delete(data.id)
    else {
      const row = rows.get(data.id)
      if (row) row.state = data.state
    }
  }
  return rows
}

/** What the store holds for it. */
export const bytesOf = ({ state, steps }: Change): number =>
  state === 'unkept' || state === 'undone' ? 0 : steps.reduce((sum, step) => sum + storedBytes(step), 0)
