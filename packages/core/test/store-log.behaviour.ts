// The log: one unbroken chain per project, whoever writes at the same time and whatever fails in between.
import { type ExecutionId, GENESIS_HASH } from '@countersign/protocol'
import { expect, it } from 'vitest'
import { CHAIN_START, verifyRows } from '../src/index.ts'
import type { OpenStore } from './open-store.ts'
import { AT, nextId, sampleProject } from './records.ts'
import { sampleRow, sampleRowOfCall, sampleRowOfGrant, sampleRows } from './sample-rows.ts'

export function describeLog(open: OpenStore): void {
  it('numbers the rows of each project from one and chains them', async () => {
    await using store = await open()
    const [one, two] = [sampleProject(), sampleProject()]
    const rows = await store.transact(async (tx) => {
      for (const project of [one, two]) await tx.projects.insert(project)
      await tx.events.append(two.id, AT, [sampleRow()])
      return tx.events.append(one.id, AT, [sampleRow('ü "quoted" \u0001'), sampleRowOfCall(nextId<ExecutionId>())])
    })
    expect(rows.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'files.changed'],
      [2, 'tool.result_ack'],
    ])
    expect(rows[0]?.prev_hash).toBe(GENESIS_HASH)
    const read = await store.transact((tx) => tx.events.read(one.id, 0, 10))
    expect(read).toEqual(rows)
    expect(await store.transact((tx) => tx.events.head(one.id))).toEqual({ seq: 2, hash: rows[1]?.hash })
    expect(verifyRows(CHAIN_START, read)).toEqual({ seq: 2, hash: rows[1]?.hash })
  })

  it('keeps the chain unbroken under concurrent transactions of which some fail', async () => {
    await using store = await open()
    const projects = [sampleProject(), sampleProject()]
    await store.transact(async (tx) => {
      for (const project of projects) await tx.projects.insert(project)
    })
    const append = (index: number) =>
      store.transact(async (tx) => {
        const project = projects[index % 2] as (typeof projects)[0]
        await tx.events.append(project.id, AT, [sampleRow(`first ${index}`), sampleRow(`second ${index}`)])
        if (index % 7 === 0) throw new Error('taken back')
      })
    await Promise.allSettled(Array.from({ length: 70 }, (_, index) => append(index)))
    for (const { id } of projects) {
      const rows = await store.transact((tx) => tx.events.read(id, 0, 1000))
      const head = await store.transact((tx) => tx.events.head(id))
      expect(rows).toHaveLength(60)
      expect(verifyRows(CHAIN_START, rows)).toEqual(head)
    }
  })

  it('finds the rows of one call by its id, whatever their times', async () => {
    await using store = await open()
    const [project, other] = [sampleProject(), sampleProject()]
    const [call, another] = [nextId<ExecutionId>(), nextId<ExecutionId>()]
    await store.transact(async (tx) => {
      for (const each of [project, other]) await tx.projects.insert(each)
      await tx.events.append(project.id, '2026-05-01T12:00:00.000Z', [sampleRowOfCall(call), sampleRowOfCall(another)])
      await tx.events.append(other.id, AT, [sampleRowOfCall(another)])
      await tx.events.append(project.id, '2026-05-01T11:00:00.000Z', [sampleRowOfCall(call), sampleRowOfGrant(call), sampleRow()])
    })
    const rows = await store.read((tx) => tx.events.read(project.id, 0, 10))
    expect(await store.read((tx) => tx.events.ofCall(project.id, call))).toEqual([rows[0], rows[2], rows[3]])
    expect(await store.read((tx) => tx.events.ofCall(other.id, call))).toEqual([])
  })

  it('reads on from any row, at most as many as asked for', async () => {
    await using store = await open()
    const project = sampleProject()
    const drafts = sampleRows(10)
    const rows = await store.transact(async (tx) => {
      await tx.projects.insert(project)
      return tx.events.append(project.id, AT, drafts)
    })
    const read = (after: number, limit: number) => store.transact((tx) => tx.events.read(project.id, after, limit))
    expect(await read(0, 3)).toEqual(rows.slice(0, 3))
    expect(await read(3, 4)).toEqual(rows.slice(3, 7))
    expect(await read(9, 100)).toEqual(rows.slice(9))
    expect(await read(10, 100)).toEqual([])
    expect(await read(99, 100)).toEqual([])
    const state = { seq: 3, hash: rows[2]?.hash as string }
    expect(verifyRows(state, await read(3, 100))).toEqual({ seq: 10, hash: rows[9]?.hash })
  })

  it('reads no more bytes than asked for, but at least one row', async () => {
    await using store = await open()
    const project = sampleProject()
    const drafts = sampleRows(10, (index) => `${index}${'x'.repeat(10_000)}`)
    const rows = await store.transact(async (tx) => {
      await tx.projects.insert(project)
      return tx.events.append(project.id, AT, drafts)
    })
    const read = (after: number, maxBytes: number) => store.transact((tx) => tx.events.read(project.id, after, 100, maxBytes))
    expect(await read(0, 1)).toEqual(rows.slice(0, 1))
    expect(await read(3, 1)).toEqual(rows.slice(3, 4))
    expect(await read(3, 25_000)).toEqual(rows.slice(3, 6))
    expect(await read(0, 1_000_000)).toEqual(rows)
  })

  it('begins the log of an unknown project at the start of every chain', async () => {
    await using store = await open()
    expect(await store.transact((tx) => tx.events.head(sampleProject().id))).toEqual({ seq: 0, hash: GENESIS_HASH })
    expect(await store.transact((tx) => tx.events.read(sampleProject().id, 0, 10))).toEqual([])
  })
}
