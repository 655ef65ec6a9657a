// The server dies by SIGKILL at its fault points, and is started again: at every point in a full run, otherwise before or after the commit
// of each kind.
import { randomUUID } from 'node:crypto'
import { FAULT_POINTS, type FaultPoint } from '@countersign/core'
import { expect } from 'vitest'
import { persistently } from '../../../packages/test-kit/src/wait.ts'
import { oneOfEachKind } from '../../../scripts/chaos/sample.ts'
import { scenario } from '../scenario.ts'
import { createApi } from '../world/clients/api.ts'
import { converse } from '../world/clients/conversation.ts'
import { sharedWorld } from '../world/shared-world.ts'
import type { World } from '../world/world.ts'
import { callThroughFaults, countedCalls, FAULT_FILES } from './faults.ts'

const world = sharedWorld({
  runner: 'separate',
  files: FAULT_FILES,
  serve: ['--approval-seconds', '30', '--lease-seconds', '2', '--runner-wait-seconds', '30'],
})

type Act = (world: World, died: Promise<unknown>) => Promise<unknown>

/** A whole turn of the built-in agent, which reaches its end although the server dies. */
async function writeToAgent(current: World): Promise<void> {
  const conversation = await converse(current)
  expect(await conversation.end(await conversation.send('list files'))).toMatchObject({ status: 'finished', steps: 2 })
}

/** What leads to the points that calls and approvals alone do not reach. */
const ALSO: Readonly<Record<string, Act>> = {
  cancel: async ({ agent, operator, projectId }) => {
    const { tool_id } = await agent.call('execute_command', { command: 'npm', args: ['test'] })
    await operator.request('POST', `/my/projects/${projectId}/tools/${tool_id}/cancel`)
  },
  answer: async ({ agent, operator, projectId, events }) => {
    const ask = { message: 'Go on?', actions: ['yes', 'no'] }
    const call_id = randomUUID()
    const { tool_id, approval_id } = await persistently(() => agent.call('prompt_user', ask, { call_id, wait_seconds: 0 }))
    const path = `/my/projects/${projectId}/questions/${approval_id}/answer`
    const reply = await persistently(() => operator.request('POST', path, { body: { action: 'yes' } }))
    expect(reply).toMatchObject({ status: 200, body: { status: 'answered' } })
    expect(await persistently(() => agent.see(tool_id))).toMatchObject({ status: 'completed', result: { action: 'yes' } })
    await using reader = await persistently(() => events({ after: 0 }))
    await reader.next('tool.question_resolved', (data) => data.tool_id === tool_id)
    const ends = reader.events.filter(({ type, data }) => type === 'tool.question_resolved' && data.tool_id === tool_id)
    expect(ends).toHaveLength(1)
  },
  turn: writeToAgent,
  step: writeToAgent,
  session: ({ agent, projectId }) => agent.request('POST', `/my/projects/${projectId}/chat/sessions`, { body: {} }),
  notice: ({ url, tokens, projectId }) =>
    createApi(url, tokens.runner).request('POST', `/my/projects/${projectId}/runner/files-changed`, { body: { paths: [] } }),
  grant: async ({ agent, operator, projectId }) => {
    const { approval_id } = await agent.call('execute_command', { command: 'node', args: ['count.mjs'] })
    if (approval_id) await operator.approve(approval_id, { scope: 'class' })
    const { grants } = await operator.get<{ grants: { id: string }[] }>(`/my/projects/${projectId}/grants`)
    await operator.request('DELETE', `/my/projects/${projectId}/grants/${grants[0]?.id}`)
  },
  device: async ({ operator }) => {
    const post = (path: string, body: object) => persistently(() => operator.request('POST', path, { body }))
    const { body: asked } = await post('/my/devices', { name: 'an editor' })
    const { device_code, user_code } = asked as { device_code: string; user_code: string }
    await post('/my/devices/allow', { user_code })
    expect(await post('/my/devices/token', { device_code })).toMatchObject({ status: 200, body: { status: 'signed_in' } })
  },
  /** The lease of a runner that is gone expires, and the sweeper reports it. */
  sweep: async ({ runner, restartRunner }, died) => {
    await runner()?.kill()
    await died
    restartRunner()
  },
}

const kindOf = (point: FaultPoint): string => point.split(':')[0] as string

async function dieAt(point: FaultPoint): Promise<void> {
  await world().server().stop()
  const server = await world().restartServer({ COUNTERSIGN_TEST_FAULTS: '1', COUNTERSIGN_FAULT: point })
  const restarted = server.ended.then((ending) =>
    world()
      .restartServer()
      .then(() => ending),
  )
  const also = ALSO[kindOf(point)]
  const [ending] = await Promise.all([
    restarted,
    also && cutShort(also(world(), restarted)),
    ...countedCalls().map((call) => callThroughFaults(world(), call)),
  ])
  expect(ending.signal).toBe('SIGKILL')
}

/** The death of the server cuts the request off, as intended. */
async function cutShort(act: Promise<unknown>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error
  })
}

for (const point of oneOfEachKind(FAULT_POINTS, kindOf)) {
  scenario(`the server dies at ${point}`, { verifies: ['executions.one-end', 'executions.at-most-once'], seconds: 400 }, () => dieAt(point))
}
