// Queries: conditions hold, order and pages are stable.
import type { Execution } from '@countersign/protocol'
import { expect, it } from 'vitest'
import type { Store } from '../src/index.ts'
import type { OpenStore } from './open-store.ts'
import { AT, at, putExecution, sampleExecution, sampleProject, sampleSession } from './records.ts'

export function describeQueries(open: OpenStore): void {
  it('finds by equality, where null means that there is no value', async () => {
    await using store = await open()
    const project = sampleProject()
    const running = sampleSession(project, { agent: 'one' })
    const over = sampleSession(project, { agent: 'one', ended_at: AT })
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      for (const session of [running, over, sampleSession(project, { agent: 'two' })]) await tx.sessions.insert(session)
    })
    await store.transact(async (tx) => {
      expect(await tx.sessions.find({ equal: { agent: 'one', ended_at: null } })).toEqual([running])
      expect(await tx.sessions.find({ equal: { ended_at: AT } })).toEqual([over])
      expect(await tx.sessions.count({ equal: { agent: 'one' } })).toBe(2)
    })
  })

  it('finds nothing by a value that was forgotten, instead of everything', async () => {
    await using store = await open()
    await store.transact((tx) => tx.projects.insert(sampleProject()))
    expect(await store.transact((tx) => tx.projects.find({ equal: { user_id: undefined as never } }))).toEqual([])
  })

  it('finds by booleans and by one of several values', async () => {
    await using store = await open()
    const project = sampleProject()
    const statuses = ['pending', 'executing', 'completed', 'failed'] as const
    const executions = statuses.map((status, index) =>
      sampleExecution(project, { status, network: index % 2 === 0, ...times(status) } as Partial<Execution>),
    )
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      for (const execution of executions) await putExecution(tx, execution)
    })
    const order = { column: 'id' } as const
    await store.transact(async (tx) => {
      const among = async (values: unknown[]) =>
        (await tx.executions.find({ among: { column: 'status', values }, order })).map(({ status }) => status)
      expect(await among(['pending', 'executing'])).toEqual(['pending', 'executing'])
      expect(await among(['executing', 'failed'])).toEqual(['executing', 'failed'])
      expect(await among([])).toEqual([])
      expect(await tx.executions.count({ equal: { network: true } })).toBe(2)
      expect(await tx.executions.count({ equal: { project_id: project.id, status: 'completed' } })).toBe(1)
    })
  })

  it('finds by range from the first bound up to but without the second; rows without a value are in no range', async () => {
    await using store = await open()
    const project = sampleProject()
    const executions = [at(1), at(2), at(3), null].map((runner_deadline_at) => sampleExecution(project, { runner_deadline_at }))
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      for (const execution of executions) await putExecution(tx, execution)
    })
    const column = 'runner_deadline_at'
    await store.transact(async (tx) => {
      const deadlines = async (range: object) =>
        (await tx.executions.find({ range: { column, ...range }, order: { column } })).map((row) => row[column])
      expect(await deadlines({ below: at(3) })).toEqual([at(1), at(2)])
      expect(await deadlines({ atLeast: at(2) })).toEqual([at(2), at(3)])
      expect(await deadlines({ atLeast: at(2), below: at(3) })).toEqual([at(2)])
      expect(await deadlines({})).toEqual([at(1), at(2), at(3)])
    })
  })

  it('orders by a column, and by id where it is the same', async () => {
    await using store = await open()
    const sessions = await fill(store)
    const ids = async (descending: boolean) =>
      (await store.transact((tx) => tx.sessions.find({ order: { column: 'created_at', descending } }))).map(({ id }) => id)
    expect(await ids(false)).toEqual(sessions)
    expect(await ids(true)).toEqual(sessions.toReversed())
  })

  it('gives pages by id that together are everything once', async () => {
    await using store = await open()
    const sessions = await fill(store)
    const seen: string[] = []
    for (let below: string | undefined; ; below = seen.at(-1)) {
      const range = below ? { range: { column: 'id' as const, below } } : {}
      const page = await store.transact((tx) => tx.sessions.find({ ...range, order: { column: 'id', descending: true }, limit: 3 }))
      if (page.length === 0) break
      seen.push(...page.map(({ id }) => id))
    }
    expect(seen).toEqual(sessions.toReversed())
  })
}

/** Seven sessions, of which pairs were created at the same time; their ids in order. */
async function fill(store: Store): Promise<string[]> {
  const project = sampleProject()
  const sessions = Array.from({ length: 7 }, (_, index) => sampleSession(project, { created_at: at(Math.floor(index / 2)) }))
  await store.transact(async (tx) => {
    await tx.projects.insert(project)
    for (const session of sessions.toSorted(() => Math.random() - 0.5)) await tx.sessions.insert(session)
  })
  return sessions.map(({ id }) => id)
}

const times = (status: string) => (status === 'completed' || status === 'failed' ? { completed_at: AT } : {})
