// Killed anywhere inside a change or an undo: after the next start all of it is done, or nothing.
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isExhaustive } from '../../../../../scripts/chaos/sample.ts'
import { carryOut, type OneCall } from '../../../test/changes/carry-out.ts'
import { treeOf } from '../../../test/changes/read-tree-of.ts'
import { runOnce } from '../../../test/changes/run-once.ts'
import { createTemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import type { RunnerFaultPoint } from '../../ports/fault-points.ts'
import { openTemporaries } from '../staging/stage-file.ts'
import type { Recovered } from './recover.ts'
import { openUndoStore, type UndoStore } from './undo-store.ts'

const FILES = { 'a.md': 'a', 'b.md': 'b', 'old/c.md': 'c', 'dir/d.md': 'd', 'dir/deep/e.md': 'e' }
/** Each step of a change, or every third. */
const STRIDE = isExhaustive ? 1 : 3
const OTHER_DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

type Change = OneCall extends infer Call ? (Call extends OneCall ? Omit<Call, 'id'> : never) : never

const CHANGES: Record<string, Change> = {
  'several files': {
    changeAll: [
      { path: 'a.md', content: 'A' },
      { path: 'new/deep/f.md', content: 'f' },
      { path: 'b.md' },
      { path: 'new/c.md', content: 'C', from: 'old/c.md' },
    ],
  },
  'a move over another file': { move: { from: 'dir/d.md', to: 'a.md', overwrite: true } },
  'a move of a folder to a new one': { move: { from: 'dir', to: 'new/place', overwrite: false } },
  'a deleted folder': { remove: { path: 'dir', recursive: true } },
}

const CASES = [
  ...Object.keys(CHANGES).map((name) => ({ name, where: 'the same disk', disk: tmpdir() })),
  ...['several files', 'a deleted folder'].map((name) => ({ name, where: 'another disk', disk: OTHER_DISK })),
]

async function openPlace(folder: string) {
  const place = createTemporaryWorkspace(FILES)
  chmodSync(place.at('a.md'), 0o640)
  chmodSync(place.at('dir'), 0o750)
  const disk = createTemporaryWorkspace({}, folder)
  const undoFolder = disk.at('undo')
  /** What the next start of a runner does, and then something more. */
  const startAgain = async <T>(work: (store: UndoStore, recovered: readonly Recovered[]) => T): Promise<Awaited<T>> => {
    using temporaries = openTemporaries(`${undoFolder}.temporaries`)
    using store = openUndoStore({ folder: undoFolder, root: place.root, temporaries })
    return await work(store, await store.recover())
  }
  const carryOutUndisturbed = async (call: OneCall): Promise<void> => {
    using temporaries = openTemporaries(`${undoFolder}.temporaries`)
    using store = openUndoStore({ folder: undoFolder, root: place.root, temporaries })
    await carryOut(call, { root: place.root, temporaries, store })
  }
  const dispose = async () => {
    await place[Symbol.asyncDispose]()
    await disk[Symbol.asyncDispose]()
  }
  return { root: place.root, undoFolder, startAgain, carryOutUndisturbed, [Symbol.asyncDispose]: dispose }
}

/** One time after another that it gets there, until it gets there no more. */
async function killedAt(point: RunnerFaultPoint, attempt: (fault: `${RunnerFaultPoint}:${number}`) => Promise<boolean>): Promise<number> {
  let deaths = 0
  while (await attempt(`${point}:${1 + deaths * STRIDE}`)) deaths++
  return deaths
}

describe.each(CASES)('$name, with the trash on $where', ({ name, disk }) => {
  const newCall = () => ({ id: randomUUID(), ...CHANGES[name] }) as OneCall

  it.each(['after-change-written', 'before-change-step', 'before-change-done'] as const)(
    'killed %s, it is done or not after the next start',
    { timeout: 120_000 },
    async (point) => {
      const times = await killedAt(point, async (fault) => {
        await using place = await openPlace(disk)
        const [before, call] = [treeOf(place.root), newCall()]
        if (runOnce({ ...place, call, fault }) !== 'SIGKILL') return false
        const outcome = point === 'before-change-done' ? 'was complete' : 'put back'
        await place.startAgain(async (store, recovered) => {
          expect(recovered).toEqual([{ tool_id: call.id, outcome, conflicts: [] }])
          if (outcome === 'was complete') await store.undo(call.id)
        })
        expect(treeOf(place.root)).toEqual(before)
        expect(readdirSync(`${place.undoFolder}/kept`)).toEqual([])
        return true
      })
      expect(times).toBeGreaterThan(0)
    },
  )

  it('killed while it is undone, it is undone after the next start', { timeout: 120_000 }, async () => {
    const times = await killedAt('after-undo-step', async (fault) => {
      await using place = await openPlace(disk)
      const [before, call] = [treeOf(place.root), newCall()]
      await place.carryOutUndisturbed(call)
      if (runOnce({ ...place, call: { id: call.id, undo: true }, fault }) !== 'SIGKILL') return false
      await place.startAgain(async (store, recovered) => {
        expect(recovered).toEqual([{ tool_id: call.id, outcome: 'undo finished', conflicts: [] }])
        await expect(store.undo(call.id)).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
      })
      expect(treeOf(place.root)).toEqual(before)
      expect(readdirSync(`${place.undoFolder}/kept`)).toEqual([])
      return true
    })
    expect(times).toBeGreaterThan(0)
  })
})
