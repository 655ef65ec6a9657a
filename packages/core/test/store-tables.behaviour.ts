// Tables: a record comes back as it went in, and is changed only under the conditions that were given.
import { digestOf, type Execution, type Turn } from '@countersign/protocol'
import { expect, it } from 'vitest'
import type { OpenStore } from './open-store.ts'
import {
  AT,
  at,
  nextId,
  putExecution,
  sampleApproval,
  sampleDevice,
  sampleExecution,
  sampleGrant,
  sampleMessage,
  sampleProject,
  sampleRunner,
  sampleSession,
  sampleTurn,
} from './records.ts'

export function describeTables(open: OpenStore): void {
  it('gives back every record exactly as it was inserted', async () => {
    await using store = await open()
    const project = sampleProject()
    const session = sampleSession(project)
    const runner = sampleRunner(project)
    const grant = sampleGrant(project)
    const approval = sampleApproval(project)
    const execution = ended(sampleExecution(project))
    const message = sampleMessage(project)
    const turn = sampleTurn(project)
    const device = sampleDevice(project)
    const callClass = { id: nextId(), project_id: project.id, class: 'command:npm test', tool_id: execution.id, created_at: AT }
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      await tx.sessions.insert(session)
      await tx.runners.insert(runner)
      await tx.grants.insert(grant)
      await tx.approvals.insert(approval)
      await putExecution(tx, execution)
      await tx.messages.insert(message)
      await tx.turns.insert(turn)
      await tx.devices.insert(device)
      await tx.callClasses.insert(callClass)
    })
    await store.transact(async (tx) => {
      expect(await tx.projects.get(project.id)).toEqual(project)
      expect(await tx.sessions.get(session.id)).toEqual(session)
      expect(await tx.runners.get(runner.id)).toEqual(runner)
      expect(await tx.grants.get(grant.id)).toEqual(grant)
      expect(await tx.approvals.get(approval.id)).toEqual(approval)
      expect(await tx.executions.get(execution.id)).toEqual(execution)
      expect(await tx.messages.get(message.id)).toEqual(message)
      expect(await tx.turns.get(turn.id)).toEqual(turn)
      expect(await tx.devices.get(device.id)).toEqual(device)
      expect(await tx.callClasses.get(callClass.id)).toEqual(callClass)
    })
  })

  it('finds the grants of a project in force, with an end or without', async () => {
    await using store = await open()
    const [project, other] = [sampleProject(), sampleProject()]
    const lasting = { scope: 'project', expires_at: null } as const
    const wanted = [
      sampleGrant(project, lasting),
      sampleGrant(project, { ...lasting, expires_at: at(60), script: null, last_used_at: null }),
    ]
    const others = [
      sampleGrant(project, { ...lasting, revoked_at: AT }),
      sampleGrant(project, { ...lasting, scope: 'class' }),
      sampleGrant(other, lasting),
    ]
    const found = await store.transact(async (tx) => {
      for (const one of [project, other]) await tx.projects.insert(one)
      for (const grant of [...others, ...wanted]) await tx.grants.insert(grant)
      return tx.grants.find({ equal: { project_id: project.id, scope: 'project', revoked_at: null } })
    })
    expect(found.toSorted((one, two) => (one.id < two.id ? -1 : 1))).toEqual(wanted)
  })

  it('counts and finds the calls of a class since a moment, newest first', async () => {
    await using store = await open()
    const project = sampleProject()
    const row = (second: number, key = 'command:npm test') => ({
      id: nextId(),
      project_id: project.id,
      class: key,
      tool_id: nextId<Execution['id']>(),
      created_at: at(second),
    })
    const rows = [row(1), row(2), row(3), row(4, 'change:docs/**'), row(5)]
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      for (const one of rows) await tx.callClasses.insert(one)
      const query = {
        equal: { project_id: project.id, class: 'command:npm test' },
        range: { column: 'created_at', atLeast: at(2) },
      } as const
      expect(await tx.callClasses.count({ ...query, limit: 2 })).toBe(2)
      const order = { column: 'created_at', descending: true } as const
      expect(await tx.callClasses.find({ ...query, order, limit: 3 })).toEqual([rows[4], rows[2], rows[1]])
    })
  })

  it.each([null, 0, false, '', 'text', [1, 'two'], { content: 'long '.repeat(1000) }, 'ü'.repeat(2000)])(
    'keeps %j as a result',
    async (result) => {
      await using store = await open()
      const project = sampleProject()
      const execution = sampleExecution(project, { result })
      const found = await store.transact(async (tx) => {
        await tx.projects.insert(project)
        await putExecution(tx, execution)
        return tx.executions.get(execution.id)
      })
      expect(found?.result).toEqual(result)
    },
  )

  it.each([null, 'text', 0, [], { a: { b: [1] } }])('keeps %j as what a provider gave', async (provider) => {
    await using store = await open()
    const project = sampleProject()
    const message = sampleMessage(project, { provider, tool_calls: [] })
    const found = await store.transact(async (tx) => {
      await tx.projects.insert(project)
      await tx.messages.insert(message)
      return tx.messages.get(message.id)
    })
    expect(found).toEqual(message)
  })

  it('finds the open turns of a session, the oldest first', async () => {
    await using store = await open()
    const project = sampleProject()
    const session_id = nextId<Turn['session_id']>()
    const running = { session_id, status: 'running', ended_at: null } as const
    const turns = [sampleTurn(project, { ...running, created_at: at(2) }), sampleTurn(project, { ...running, created_at: at(1) })]
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      for (const turn of [...turns, sampleTurn(project, { session_id })]) await tx.turns.insert(turn)
    })
    const query = { equal: { session_id, ended_at: null }, order: { column: 'created_at' } } as const
    expect(await store.read((tx) => tx.turns.find(query))).toEqual(turns.toReversed())
    const [first] = turns as [Turn]
    const ended = { ...first, status: 'stopped', ended_at: AT } as const
    expect(await store.transact((tx) => tx.turns.update(ended, { status: 'running' }))).toBe(true)
    expect(await store.transact((tx) => tx.turns.update(ended, { status: 'running' }))).toBe(false)
    expect(await store.read((tx) => tx.turns.find(query))).toEqual(turns.slice(1))
  })

  it('knows no row by an id that nobody has, or that is no id', async () => {
    await using store = await open()
    const found = await store.transact(async (tx) => [
      await tx.projects.get(nextId()),
      await tx.projects.get("' OR 1=1"),
      await tx.projects.get(''),
    ])
    expect(found).toEqual([undefined, undefined, undefined])
  })

  it('refuses a second row with the same id', async () => {
    await using store = await open()
    const project = sampleProject()
    await store.transact((tx) => tx.projects.insert(project))
    await expect(store.transact((tx) => tx.projects.insert({ ...project, name: 'other' }))).rejects.toThrow()
    expect((await store.transact((tx) => tx.projects.get(project.id)))?.name).toBe(project.name)
  })

  it('updates a row only while it is as the condition says', async () => {
    await using store = await open()
    const project = sampleProject()
    const approval = sampleApproval(project)
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      await tx.approvals.insert(approval)
    })
    const answers = await Promise.all(
      ['approved', 'rejected'].map((status) =>
        store.transact((tx) => tx.approvals.update({ ...approval, status: status as 'approved' }, { status: 'pending', decision: null })),
      ),
    )
    expect(answers).toEqual([true, false])
    expect((await store.transact((tx) => tx.approvals.get(approval.id)))?.status).toBe('approved')
  })

  it('updates nothing where there is no such row', async () => {
    await using store = await open()
    const project = sampleProject()
    expect(await store.transact((tx) => tx.projects.update(project))).toBe(false)
    expect(await store.transact((tx) => tx.projects.count({}))).toBe(0)
  })

  it('forgets a deleted row', async () => {
    await using store = await open()
    const project = sampleProject()
    const session = sampleSession(project)
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      await tx.sessions.insert(session)
      await tx.sessions.delete(session.id)
    })
    expect(await store.transact((tx) => tx.sessions.find({}))).toEqual([])
  })

  it('updates from the row as it was, whatever differs, and also where nothing does', async () => {
    await using store = await open()
    const project = sampleProject()
    const session = sampleSession(project, { ended_at: AT })
    const changed = { ...session, title: 'another', model: 'm', ended_at: null }
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      await tx.sessions.insert(session)
      expect(await tx.sessions.update(changed, { title: session.title }, session)).toBe(true)
      expect(await tx.sessions.update(changed, { title: session.title }, changed)).toBe(false)
      expect(await tx.sessions.update(changed, {}, changed)).toBe(true)
    })
    expect(await store.transact((tx) => tx.sessions.get(session.id))).toEqual(changed)
  })
}

const ended = (execution: Execution): Execution =>
  ({
    ...execution,
    status: 'completed',
    call_id: 'call-1',
    approval_id: nextId(),
    cleared_by: { kind: 'person', user_id: 'ada', approval_id: nextId() },
    approved_at: AT,
    attempt_id: nextId(),
    runner_id: nextId(),
    clearance: 'eyJhbGciOiJFZERTQSJ9.eyJhIjoxfQ.c2lnbmF0dXJl',
    started_at: AT,
    completed_at: at(1),
    execution_time_ms: 17,
    result: { bytes_written: 3, deep: [{ a: null }] },
    result_digest: digestOf('result'),
    result_masked: true,
  }) as Execution
