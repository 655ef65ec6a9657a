// A team's own agent, built with `agent()` of the client, while the server is killed during its work.
import { agent, type Outcome } from '@countersign/client'
import { expect } from 'vitest'
import { eventually, persistently } from '../../../../packages/test-kit/src/wait.ts'
import { scenario } from '../../scenario.ts'
import { sharedWorld } from '../../world/shared-world.ts'

const world = sharedWorld({ runner: 'separate' })
const ownAgent = (onWaiting?: () => void) => agent({ url: world().url, token: world().tokens.agent, ...(onWaiting && { onWaiting }) })

scenario('a call outlives the server that it was made to', { verifies: ['agent.own', 'approvals.survives-server'] }, async () => {
  const { promise: waits, resolve } = Promise.withResolvers<void>()
  const calling = ownAgent(resolve).call('write_file', { path: 'outlives.md', content: 'written\n' })
  await waits
  await world().server().kill()
  await world().restartServer()
  await world().runnerOnline()
  const [approval] = await world().operator.pending()
  await world().operator.approve(approval?.id ?? '')
  expect(await calling).toMatchObject({ ok: true, status: 'completed', report: expect.stringContaining('outlives.md') })
  expect(await world().workspace.read('outlives.md')).toBe('written\n')
})

scenario(
  'calls under repeated kills of the server each run once',
  { verifies: ['agent.own-once', 'rest.call-id'], seconds: 400 },
  async () => {
    const it = ownAgent()
    const done: Outcome[] = []
    const calls = Array.from({ length: 8 }, async () =>
      done.push(await it.call('execute_command', { command: 'node', args: ['count.mjs'] })),
    )
    for (const needed of [2, 5]) {
      await approveUntil(() => done.length >= needed)
      await world().server().kill()
      await world().restartServer()
    }
    await approveUntil(() => done.length === calls.length)
    await Promise.all(calls)
    expect(done.map(({ ok, error }) => error ?? ok)).toEqual(Array(8).fill(true))
    expect(new Set(done.map(({ tool_id }) => tool_id)).size).toBe(8)
    expect(await world().workspace.countLines('count.txt')).toBe(8)
  },
)

const approveUntil = (isDone: () => boolean): Promise<unknown> =>
  eventually('the calls to end', async () => {
    for (const { id } of await persistently(() => world().operator.pending())) await world().operator.answer(id, { decision: 'approved' })
    return isDone() || undefined
  })

scenario('a large file goes there and back whole', { verifies: ['agent.own', 'rest.bodies-reference'] }, async () => {
  const { promise: waits, resolve } = Promise.withResolvers<void>()
  const it = ownAgent(resolve)
  const content = 'a line with ä and 你好\n'.repeat(5_000)
  const writing = it.call('write_file', { path: 'large.md', content })
  await waits
  for (const { id } of await world().operator.pending()) await world().operator.approve(id)
  expect(await writing).toMatchObject({ ok: true })
  const { read_file } = await it.functions()
  const read = await read_file?.({ path: 'large.md' })
  expect(read?.result).toMatchObject({ content })
  expect(read?.report.length).toBeLessThan(80_000)
})

scenario('what the guard refuses is an outcome with its code', { verifies: ['agent.own-refusal', 'paths.dot-dot'] }, async () => {
  expect(await ownAgent().call('read_file', { path: '../secret' })).toMatchObject({
    ok: false,
    status: 'failed',
    error_code: 'PATH_OUTSIDE_WORKSPACE',
  })
  expect(await ownAgent().call('read_file', { way: 1 })).toMatchObject({ ok: false, error_code: 'INVALID_ARGUMENTS' })
  expect(await ownAgent().call('fly')).toMatchObject({ ok: false, error_code: 'TOOL_NOT_FOUND' })
})
