// Transactions: all or nothing, one after another, and a failure harms nobody else who shares the commit.
import { expect, it } from 'vitest'
import { type Transaction, TransactionOver } from '../src/index.ts'
import type { OpenStore } from './open-store.ts'
import { AT, sampleProject, sampleSession } from './records.ts'
import { sampleRow } from './sample-rows.ts'

export function describeTransactions(open: OpenStore): void {
  it('takes back everything of a transaction that fails', async () => {
    await using store = await open()
    const project = sampleProject()
    const failing = store.transact(async (tx) => {
      await tx.projects.insert(project)
      await tx.events.append(project.id, project.created_at, [sampleRow()])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.transact((tx) => tx.projects.get(project.id))).toBeUndefined()
    expect((await store.transact((tx) => tx.events.head(project.id))).seq).toBe(0)
  })

  it('takes back one failing transaction alone where many run at once', async () => {
    await using store = await open()
    const projects = Array.from({ length: 20 }, () => sampleProject())
    const answers = await Promise.allSettled(
      projects.map((project, index) =>
        store.transact(async (tx) => {
          await tx.projects.insert(project)
          await tx.sessions.insert(sampleSession(project))
          if (index % 5 === 3) throw new Error(`failed ${index}`)
          return index
        }),
      ),
    )
    expect(answers.map(({ status }) => status === 'fulfilled')).toEqual(projects.map((_, index) => index % 5 !== 3))
    expect(await store.transact((tx) => tx.projects.count({}))).toBe(16)
    expect(await store.transact((tx) => tx.sessions.count({}))).toBe(16)
  })

  it('runs transactions one after another, so that a count that each reads and writes is right', async () => {
    await using store = await open()
    const project = sampleProject({ name: '0' })
    await store.transact((tx) => tx.projects.insert(project))
    const add = () =>
      store.transact(async (tx) => {
        const current = await tx.projects.get(project.id)
        if (!current) throw new Error('gone')
        await Promise.resolve()
        await tx.projects.update({ ...current, name: String(Number(current.name) + 1) })
      })
    await Promise.all(Array.from({ length: 100 }, add))
    expect((await store.transact((tx) => tx.projects.get(project.id)))?.name).toBe('100')
  })

  it('hands out records of its own: changing one changes nothing stored', async () => {
    await using store = await open()
    const project = sampleProject()
    await store.transact((tx) => tx.projects.insert(project))
    const found = (await store.transact((tx) => tx.projects.get(project.id))) as { name: string }
    found.name = 'changed outside'
    expect((await store.transact((tx) => tx.projects.get(project.id)))?.name).toBe(project.name)
  })

  it('refuses a transaction that is used after its end, in writing and in reading', async () => {
    await using store = await open()
    const project = sampleProject()
    const tx = await store.transact(async (used) => used)
    const reading = await store.read(async (used) => used)
    const { projects, events } = await store.transact(async (used) => ({ projects: used.projects, events: used.events }))
    const late: (() => Promise<unknown>)[] = [
      () => tx.projects.insert(project),
      () => tx.executions.get(project.id),
      () => tx.figures.calls({ project_id: project.id, since: AT, until: AT, besides: '' }),
      () => projects.update(project),
      () => events.append(project.id, AT, [sampleRow()]),
      () => reading.projects.get(project.id),
      () => reading.findSessions({ project_id: project.id, text: 'x' }),
    ]
    for (const use of late) expect(use).toThrow(TransactionOver)
    expect(await store.read(({ projects: found }) => found.count({}))).toBe(0)
  })

  it('also ends a transaction that fails', async () => {
    await using store = await open()
    let failed: Transaction | undefined
    const failing = store.transact(async (tx) => {
      failed = tx
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(() => failed?.projects.insert(sampleProject())).toThrow(TransactionOver)
  })

  it('gives a reading no method to write with, neither to the compiler nor when it runs', async () => {
    await using store = await open()
    const project = sampleProject()
    await store.read(async (tx) => {
      // @ts-expect-error a reading has no method to insert with
      expect(() => tx.projects.insert(project)).toThrow(TypeError)
      // @ts-expect-error nor one to change an execution
      expect(() => tx.executions.write({})).toThrow(TypeError)
      // @ts-expect-error nor one to append to the log
      expect(() => tx.events.append(project.id, AT, [])).toThrow(TypeError)
    })
    expect(await store.read((tx) => tx.projects.get(project.id))).toBeUndefined()
  })

  it('returns what the transaction returns, in the order of asking', async () => {
    await using store = await open()
    const done: number[] = []
    await Promise.all([1, 2, 3].map(async (number) => done.push(await store.transact(async () => number))))
    expect(done).toEqual([1, 2, 3])
  })
}
