// Limits that protect the operator and the server: calls per second, sign-ins, pending approvals, concurrent runs.
import { expect } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import { createApi } from '../world/clients/api.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({ serve: ['--calls-per-second', '50'] })
const call = { tool_name: 'execute_command', tool_params: { command: 'rm' } }

scenario('at most 8 calls run at a time', { verifies: ['limits.concurrent'] }, async () => {
  const source = `import { appendFileSync, existsSync } from 'node:fs'
    appendFileSync('running.txt', 'begun\\n'); const wait = setInterval(() => { if (existsSync('go.txt')) { clearInterval(wait) } }, 50)\n`
  await world().workspace.write('hold.mjs', source)
  const first = await world().agent.call('execute_command', { command: 'node', args: ['hold.mjs', '0'] })
  await world().operator.approve(first.approval_id as string, { scope: 'class' })
  const rest = await Promise.all(
    Array.from({ length: 9 }, (_, i) =>
      world().agent.call('execute_command', { command: 'node', args: ['hold.mjs', String(i)] }, { wait_seconds: 0 }),
    ),
  )
  await eventually('eight to run', async () => (await world().workspace.countLines('running.txt')) === 8)
  await world().workspace.write('go.txt', '')
  for (const { tool_id } of [first, ...rest]) expect(await world().agent.end(tool_id)).toMatchObject({ status: 'completed' })
  expect(await world().workspace.countLines('running.txt')).toBe(10)
})

scenario('at most 64 approvals of a session wait', { verifies: ['limits.pending'] }, async () => {
  const ask = () => world().agent.call('execute_command', { command: 'npm', args: ['test'] }, { wait_seconds: 0 })
  const asked = await Promise.all(Array.from({ length: 64 }, ask))
  expect(asked.every(({ status }) => status === 'awaiting_approval')).toBe(true)
  expect(await ask()).toMatchObject({ status: 'failed', error_code: 'TOO_MANY_PENDING' })
})

scenario('a token has 50 calls a second and a burst of 200', { verifies: ['limits.calls'] }, async () => {
  const api = createApi(world().url, await world().createToken({ roles: ['agent'], agent: 'busy', project: world().projectId }))
  const replies: Awaited<ReturnType<typeof api.request>>[] = []
  const limited = () => replies.filter(({ status }) => status === 429)
  // A slow machine makes few calls a second: then the burst lasts longer.
  while (limited().length === 0)
    replies.push(...(await Promise.all(Array.from({ length: 500 }, () => api.request('POST', '/my/tools/execute', { body: call })))))
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(200)
  expect(limited()[0]).toMatchObject({ body: { error_code: 'RATE_LIMITED' } })
})

scenario('more than 20 failed sign-ins a minute are told to wait', { verifies: ['limits.sign-ins'] }, async () => {
  const stranger = createApi(world().url, 'not-a-token')
  const replies = await Promise.all(Array.from({ length: 25 }, () => stranger.request('GET', '/my/projects')))
  const limited = replies.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
})
