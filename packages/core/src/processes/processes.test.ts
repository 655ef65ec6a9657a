import { type Execution, LIMITS, type ProcessReport } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { createWorld, type World, YES } from '../../test/world.ts'
import { assistantFor } from '../work/core.ts'

/** A call of run_persistent that ended well: its process is running. */
async function startedProcess(world: World, process_id: string, caller = world.agent, call_id?: string): Promise<Execution> {
  const asked = await world.engine.request(caller, world.project, {
    tool_name: 'run_persistent',
    tool_params: { command: 'npm start', process_id },
    call_id,
  })
  await world.engine.decide(world.operator, await world.approvalOf(asked), YES)
  const { id, attempt_id } = await world.execution(asked.id)
  const result = { success: true, process_id, pid: 7, started_at: new Date(world.now()).toISOString(), running: true }
  return world.engine.settle(await world.execution(id), { status: 'completed', result, ...(attempt_id && { attempt_id }) })
}

const reportOf = ({ id }: Execution, running: boolean): ProcessReport => ({
  process_id: 'web',
  tool_id: id,
  pid: 7,
  started_at: '2026-01-01T00:00:00.000Z',
  running,
  exit_code: running ? null : 0,
  signal: null,
  ended_at: null,
  how_ended: null,
})

const cancelled = async (world: World): Promise<unknown[]> =>
  (await world.events()).flatMap((event) => (event.type === 'tool.cancel' ? [(event as unknown as { tool_id: string }).tool_id] : []))

async function endSessionOf(world: World, { session_id }: Execution): Promise<void> {
  const session = await world.store.transact((tx) => tx.sessions.get(session_id))
  if (session) await world.engine.endSession(session)
}

async function readyWorld(): Promise<World> {
  const world = await createWorld()
  await world.hello()
  return world
}

describe('run_persistent', () => {
  test('is asked, and the question says that it has the network', async () => {
    const world = await readyWorld()
    const approval = await world.approvalOf(await world.call('run_persistent', { command: 'npm start', process_id: 'web' }))
    expect(approval).toMatchObject({
      preview: { kind: 'shell', network: true, timeout_seconds: null },
      description: expect.stringContaining('web'),
    })
    expect(approval.reasons.join()).toContain('the internet and services on this machine')
  })

  test('of the operator runs only where that is allowed, but reading and stopping a process always does', async () => {
    const world = await readyWorld()
    const call = (tool_name: string, tool_params: Record<string, unknown>) =>
      world.engine.request(world.operator, world.project, { tool_name, tool_params })
    expect(await call('run_persistent', { command: 'npm start', process_id: 'web' })).toMatchObject({ error_type: 'FORBIDDEN' })
    expect(await call('read_process', { process_id: 'web' })).toMatchObject({ status: 'executing', risk_level: 'LOW' })
    expect(await call('kill_process', { process_id: 'web' })).toMatchObject({ status: 'executing', risk_level: 'LOW' })
  })
})

describe('a session that ends', () => {
  test('has its processes ended, which the calls that started them survive', async () => {
    const world = await readyWorld()
    const [web, job] = [await startedProcess(world, 'web'), await startedProcess(world, 'job')]
    await endSessionOf(world, web)
    expect((await cancelled(world)).toSorted()).toEqual([web.id, job.id].toSorted())
    expect(await world.execution(web.id)).toMatchObject({ status: 'completed' })
  })

  test('by silence does so too', async () => {
    const world = await readyWorld()
    const web = await startedProcess(world, 'web')
    await world.pass(LIMITS.sessionIdleMinutes * 60 + 1)
    expect(await cancelled(world)).toEqual([web.id])
  })

  test('names no process that has ended', async () => {
    const world = await readyWorld()
    const web = await startedProcess(world, 'web')
    await world.engine.renewLease(world.project, world.runnerId, { processes: [reportOf(web, false)] })
    await endSessionOf(world, web)
    expect(await cancelled(world)).toEqual([])
  })
})

test.each([
  ['stopped', true],
  ['finished', false],
] as const)('a turn that is %s ends its processes: %s; those of the turn before run on', async (status, isEnded) => {
  const world = await readyWorld()
  const startIn = async (process_id: string) => {
    const request = { content: 'run it', session_id: undefined, model: () => 'x' }
    const { turn } = await world.engine.startTurn(world.operator, world.project, request)
    const tool_calls = [{ tool_name: 'run_persistent', tool_params: {} }]
    const step = { role: 'assistant', content: '', tool_calls, at_once: [], provider: null, input_tokens: 0, output_tokens: 0 } as const
    const recorded = await world.engine.recordStep(turn, step)
    const call_id = recorded?.message.tool_calls[0]?.call_id
    return { turn, started: await startedProcess(world, process_id, assistantFor(world.operator), call_id) }
  }
  const before = await startIn('before')
  await world.engine.endTurn(before.turn, { status: 'finished' })
  const { turn, started } = await startIn('web')
  expect(started.session_id).toBe(before.started.session_id)
  await world.engine.endTurn(turn, { status })
  expect(await cancelled(world)).toEqual(isEnded ? [started.id] : [])
  // A runner that was away learns of it with its next hello.
  const reports = [reportOf(before.started, true), reportOf(started, true)]
  expect(await world.hello([], 'sandbox', undefined, reports)).toMatchObject({ end_processes: isEnded ? [started.id] : [] })
})

test('a cancel of a call that has ended ends what it started, once it is asked for', async () => {
  const world = await readyWorld()
  const web = await startedProcess(world, 'web')
  expect(await world.engine.cancel(web, 'the operator stopped it')).toMatchObject({ status: 'completed' })
  expect(await cancelled(world)).toEqual([web.id])
})

describe('a runner that was away', () => {
  test('is told in the answer to its hello which processes must end', async () => {
    const world = await readyWorld()
    const [web, other] = [await startedProcess(world, 'web'), await startedProcess(world, 'job')]
    const hello = (processes: ProcessReport[]) => world.hello([], 'sandbox', world.runnerId, processes)
    expect(await hello([reportOf(web, true), reportOf(other, true)])).toMatchObject({ holds_lease: true, end_processes: [] })
    await endSessionOf(world, web)
    expect(await hello([reportOf(web, true), reportOf(other, false)])).toMatchObject({ end_processes: [web.id] })
  })

  test('is told which sessions are over', async () => {
    const world = await readyWorld()
    const web = await startedProcess(world, 'web')
    const unknown = world.runnerId as unknown as typeof web.session_id
    const over = () => world.engine.sessionsToEnd(world.project.id, [web.session_id, unknown])
    expect(await over()).toEqual([unknown])
    await endSessionOf(world, web)
    expect(await over()).toEqual([web.session_id, unknown])
  })

  test('is told so of calls that do not count or are not known', async () => {
    const world = await readyWorld()
    const asked = await world.call('run_persistent', { command: 'npm start', process_id: 'web' })
    await world.engine.decide(world.operator, await world.approvalOf(asked), YES)
    const executing = await world.execution(asked.id)
    const unknown = { ...executing, id: world.runnerId as unknown as Execution['id'] } as Execution
    const end = (execution: Execution) => world.engine.processesToEnd(world.project.id, [reportOf(execution, true)])
    expect(await end(executing)).toEqual([])
    await world.engine.cancel(executing, 'the operator stopped it')
    expect(await end(executing)).toEqual([executing.id])
    expect(await end(unknown)).toEqual([unknown.id])
  })

  test('is told so while it stands by', async () => {
    const world = await readyWorld()
    const web = await startedProcess(world, 'web')
    await endSessionOf(world, web)
    const second = world.project.id as unknown as typeof world.runnerId
    expect(await world.hello([], 'sandbox', second, [reportOf(web, true)])).toMatchObject({ holds_lease: false, end_processes: [web.id] })
  })
})
