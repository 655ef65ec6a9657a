// Where the runner keeps what calls replaced or deleted: one object per step, named by the execution and the step's number.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionId } from '@countersign/protocol'
import { type OpenObject, openObject } from '../../disk/open-object.ts'
import { syncFolder } from '../staging/make-folders.ts'
import { writeWhole } from '../staging/stage-file.ts'

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
