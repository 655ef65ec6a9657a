// A runner in twenty lines: an event reader and fetch, no hello, no attempt id. And how the server treats it.
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { createApi } from '../world/clients/api.ts'
import { type EventReader, readEvents } from '../world/clients/event-reader.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({ runner: 'none' })

scenario(
  'a plain client does the whole flow',
  { verifies: ['runner.plain', 'rest.result', 'rest.result-plain', 'rest.result-failed', 'commands.isolation-none'] },
  async () => {
    const { url, projectId, tokens, agent } = world()
    const token = await world().createToken({ roles: ['operator', 'runner'], project: projectId })
    const post = (path: string, body: object) =>
      fetch(`${url}/my/projects/${projectId}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const run = (tool: string) =>
      tool === 'execute_command'
        ? { success: true, stdout: 'test output', stderr: null, exit_code: 0 }
        : { success: true, content: 'hello', encoding: 'utf-8', size: 5 }
    await using client = await readEvents(createApi(url, token), projectId, {
      onEvent: ({ type, data }) => {
        if (type === 'tool.approval_request') void post(`/approvals/${data.approval_id}/approve`, { decision: 'approved' })
        if (type !== 'tool.execution_signal') return
        const fails = (data.tool_params as { path?: string }).path === 'missing.txt'
        void post(
          `/tools/${data.tool_id}/result`,
          fails ? { status: 'failed', error: 'No such file: missing.txt' } : { status: 'completed', result: run(data.tool_name as string) },
        )
      },
    })
    expect(await agent.call('read_file', { path: 'README.md' })).toMatchObject({ status: 'completed', result: { content: 'hello' } })
    const command = await agent.call('execute_command', { command: 'npm', args: ['test'] })
    expect(await agent.end(command.tool_id)).toMatchObject({ status: 'completed', result: { stdout: 'test output', stderr: null } })
    expect(await agent.call('read_file', { path: 'missing.txt' })).toMatchObject({
      status: 'failed',
      error: 'No such file: missing.txt',
      error_code: 'INTERNAL',
    })
    await client.next('tool.result_ack', ({ tool_id }) => tool_id === command.tool_id)
    const write = await agent.call('write_file', { path: 'notes.md', content: 'x\n' })
    expect(await agent.end(write.tool_id)).toMatchObject({ status: 'completed', requires_approval: true })
    const reading = await agent.call('execute_command', { command: 'ls' })
    expect(reading, 'without a sandbox even ls is asked').toMatchObject({ status: 'awaiting_approval' })
    expect(tokens.runner).toBeTruthy()
  },
)

const plainRunner = async (): Promise<EventReader> => readEvents(createApi(world().url, world().tokens.runner), world().projectId)
const post = (id: string, body: unknown) =>
  createApi(world().url, world().tokens.runner).request('POST', `/my/projects/${world().projectId}/tools/${id}/result`, { body })

scenario('a result is accepted once', { verifies: ['executions.result-once', 'rest.result-codes', 'limits.result'] }, async () => {
  await using runner = await plainRunner()
  const call = await world().agent.call('read_file', { path: 'a.txt' }, { wait_seconds: 0 })
  const { data } = await runner.next('tool.execution_signal', ({ tool_id }) => tool_id === call.tool_id)
  const good = { status: 'completed', result: { success: true, content: 'one' } }
  expect((await post(call.tool_id, { status: 'unheard of' })).status).toBe(400)
  expect((await post('00000000-0000-7000-8000-000000000000', good)).status).toBe(404)
  expect((await post(call.tool_id, { ...good, result: { content: 'x'.repeat(10 * 1024 * 1024) } })).status).toBe(413)
  expect((await post(call.tool_id, { ...good, attempt_id: '00000000-0000-7000-8000-000000000000' })).status).toBe(409)
  // Extra fields from a newer runner are ignored.
  const first = await post(call.tool_id, { ...good, attempt_id: data.attempt_id, extra: 1 })
  expect(first).toMatchObject({
    status: 200,
    body: { success: true, tool_id: call.tool_id, status: 'completed', message: expect.any(String) },
  })
  expect((await post(call.tool_id, good)).status).toBe(200)
  expect((await post(call.tool_id, { ...good, result: { success: true, content: 'two' } })).status).toBe(409)
  expect(await world().agent.see(call.tool_id)).toMatchObject({ status: 'completed', result: { content: 'one' } })
})

scenario(
  'without a sandbox one answer covers reading commands',
  { verifies: ['commands.isolation-one-click', 'commands.isolation-announced'] },
  async () => {
    await using runner = await plainRunner()
    const asked = await world().agent.call('execute_command', { command: 'ls' })
    const approval = await world().operator.approval(asked.approval_id as string)
    expect(approval.preview).toMatchObject({ kind: 'command', isolation: 'none' })
    expect(approval.scopes.find(({ scope }) => scope === 'class')).toMatchObject({ label: 'reading commands' })
    await world().operator.approve(approval.id, { scope: 'class' })
    const { data } = await runner.next('tool.execution_signal', ({ tool_id }) => tool_id === asked.tool_id)
    await post(data.tool_id as string, { status: 'completed', result: { success: true, stdout: '', stderr: null, exit_code: 0 } })
    const next = await world().agent.call('execute_command', { command: 'cat', args: ['README.md'] }, { wait_seconds: 0 })
    expect(await world().agent.see(next.tool_id)).toMatchObject({ status: 'executing', cleared_by: { kind: 'grant' } })
  },
)
