// An agent's connection: calls, results, and what it may not do.
import { LIMITS } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import type { SocketClient } from '../../../test-kit/src/clients/socket-client.ts'
import { SocketClient as Client } from '../../../test-kit/src/clients/socket-client.ts'
import { decision, makeCodelabWorld, read, result, sharedCodelab, write } from '../../test/codelab-world.ts'
import { startTestServer, tokenOf } from '../../test/test-server.ts'

const { server, world } = await sharedCodelab()

const history = async (more = '') =>
  (await server.call('history', { token: world().tokens.operator, query: `?project_id=${world().project}${more}` })).json.executions

/** The IDE runs the next call that arrives and reports how it ended. */
const runNext = async (ide: SocketClient, value: object): Promise<void> => {
  const call = await ide.next()
  expect(call).toMatchObject({ type: 'tool_call', requires_approval: false })
  ide.send(result(call.call_id, value))
}

describe('a call', () => {
  test('is answered with its result under the call_id of the agent', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(read('call_001'))
    await runNext(ide, { content: 'hello', encoding: 'utf-8' })
    expect(await agent.next()).toEqual({
      type: 'tool_result',
      protocol_version: '2.0',
      call_id: 'call_001',
      result: { content: 'hello', encoding: 'utf-8' },
    })
  })

  test('that is refused is on record and answered as a failed one, with its code', async () => {
    await using agent = await world().connect('agent')
    agent.send(read('1', '../x'))
    const answer = await agent.next()
    expect(answer).toMatchObject({ type: 'tool_result', call_id: '1', error: { code: 'PATH_OUTSIDE_WORKSPACE' } })
    expect(answer.error.message).toMatch(/^Path outside workspace/)
    expect((await history())[0]).toMatchObject({ status: 'failed', call_id: '1' })
  })

  test('takes arguments for args', async () => {
    await using agent = await world().connect('agent')
    agent.send({ type: 'tool_call', call_id: '1', tool_name: 'read_file', arguments: { path: '.env' } })
    expect(await agent.next()).toMatchObject({ call_id: '1', error: { code: 'SENSITIVE_FILE' } })
  })

  test('that is sent again is the same execution: answered again after its end, once while it waits', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(read('1'))
    agent.send(read('1'))
    await runNext(ide, { content: 'once', encoding: 'utf-8' })
    expect(await agent.next()).toMatchObject({ call_id: '1', result: { content: 'once' } })
    agent.send(read('1'))
    expect(await agent.next()).toMatchObject({ call_id: '1', result: { content: 'once' } })
    expect(agent.messages).toHaveLength(2)
    expect(await history()).toHaveLength(1)
  })

  test('with a call_id of another call is refused', async () => {
    await using agent = await world().connect('agent')
    agent.send(read('1', '.env'))
    await agent.next()
    agent.send(read('1', 'b.txt'))
    expect(await agent.next()).toMatchObject({ type: 'error', call_id: '1', error: { code: 'INVALID_ARGUMENTS' } })
  })

  test('survives a cut: sent again on a new connection it gets the result, and ran once', async () => {
    await using ide = await world().connect('ide')
    const first = await world().connect('agent')
    first.send(read('1'))
    const call = await ide.next()
    first.socket.terminate()
    await using second = await world().connect('agent')
    second.send(read('1'))
    ide.send(result(call.call_id, { content: 'kept', encoding: 'utf-8' }))
    expect(await second.next()).toMatchObject({ call_id: '1', result: { content: 'kept' } })
    expect(await ide.settled()).toEqual([])
    expect(await history()).toHaveLength(1)
  })

  test('that is made by REST and by socket with the same call_id is one', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(read('shared'))
    await runNext(ide, { content: 'both', encoding: 'utf-8' })
    await agent.next()
    const body = { tool_name: 'read_file', tool_params: { path: 'a.txt' }, call_id: 'shared' }
    expect((await server.call('execute', { token: world().tokens.agent, body })).json).toMatchObject({
      status: 'completed',
      result: { content: 'both' },
    })
    expect(await history()).toHaveLength(1)
  })
})

describe('requires_approval', () => {
  test('true asks where nothing else would', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send({ ...read('1'), requires_approval: true })
    const question = await ide.next()
    expect(question).toMatchObject({ type: 'tool_call', requires_approval: true, risk_level: 'LOW', tool_name: 'read_file' })
    ide.send(decision(question.call_id, 'approve'))
    await runNext(ide, { content: 'asked', encoding: 'utf-8' })
    expect(await agent.next()).toMatchObject({ result: { content: 'asked' } })
  })

  test('false removes no question', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(write('1', 'x', { requires_approval: false }))
    expect(await ide.next()).toMatchObject({ requires_approval: true, tool_name: 'write_file' })
  })
})

test.each([
  decision('1', 'approve'),
  result('1', {}),
  { type: 'user_message', content: 'hello' },
  { type: 'assistant_message', token: 'x', is_final: true },
  { type: 'error', error: { code: 'INTERNAL', message: 'x' } },
])('$type of an agent is FORBIDDEN', async (message) => {
  await using agent = await world().connect('agent')
  agent.send(message)
  expect(await agent.next()).toMatchObject({ type: 'error', error: { code: 'FORBIDDEN' } })
})

describe('the limits of the channel', () => {
  test('a file of 1 MB is asked and written, one byte more is refused and on record', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    const most = 'x'.repeat(LIMITS.maxFileBytesOnSocket)
    agent.send(write('1', most))
    const question = await ide.next()
    expect(question.args.content).toHaveLength(most.length)
    ide.send(decision(question.call_id, 'approve'))
    const run = await ide.next()
    expect(run.args.content).toHaveLength(most.length)
    ide.send(result(run.call_id, { success: true, bytes_written: most.length }))
    expect(await agent.next()).toMatchObject({ call_id: '1', result: { bytes_written: most.length } })
    agent.send(write('2', `${most}x`))
    expect(await agent.next()).toMatchObject({ call_id: '2', error: { code: 'FILE_TOO_LARGE' } })
    expect(await ide.settled()).toEqual([])
    expect((await history())[0]).toMatchObject({ call_id: '2', status: 'failed', error_code: 'FILE_TOO_LARGE' })
  })

  test('a file that is read has at most 1 MB, and is text', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    const results = {
      fits: { content: 'x'.repeat(LIMITS.maxFileBytesOnSocket), encoding: 'utf-8' },
      long: { content: 'x'.repeat(LIMITS.maxFileBytesOnSocket + 1), encoding: 'utf-8' },
      image: { content: 'aGk=', encoding: 'base64' },
    }
    for (const [call_id, value] of Object.entries(results)) {
      agent.send(read(call_id, `${call_id}.txt`))
      await runNext(ide, value)
    }
    const answers = [await agent.next(), await agent.next(), await agent.next()]
    expect(answers.map(({ call_id, error }) => [call_id, error?.code])).toEqual([
      ['fits', undefined],
      ['long', 'FILE_TOO_LARGE'],
      ['image', 'ENCODING_ERROR'],
    ])
  })

  test('a file that REST carries by reference is too long here', async () => {
    await using agent = await world().connect('agent')
    const runner = '11111111-1111-4111-8111-111111111111'
    const hello = {
      runner_id: runner,
      protocol_version: 1,
      tools: ['read_file'],
      isolation: 'sandbox',
      platform: 'x',
      workspace: '/w',
      attempts: [],
    }
    await server.call('hello', { token: world().tokens.runner, params: { p: world().project }, body: hello })
    agent.send(read('1'))
    await expect.poll(async () => (await history())[0]?.status).toBe('executing')
    const octets = { 'content-type': 'application/octet-stream' }
    const body = 'x'.repeat(6 * 1024 * 1024)
    const { sha256 } = (
      await server.call('putBody', { token: world().tokens.runner, params: { p: world().project }, body, headers: octets })
    ).json
    const value = { success: true, content: { $body: sha256 }, encoding: 'utf-8', size: body.length, lines: 1, truncated: false }
    const id = (await history())[0].tool_id
    const posted = { status: 'completed', result: value }
    expect(
      (await server.call('postResult', { token: world().tokens.runner, params: { p: world().project, id }, body: posted })).status,
    ).toBe(200)
    expect(await agent.next()).toMatchObject({ call_id: '1', error: { code: 'FILE_TOO_LARGE' } })
  })

  test('arguments that are long without being texts are refused', async () => {
    await using agent = await world().connect('agent')
    agent.send({ type: 'tool_call', call_id: '1', tool_name: 'read_file', args: { path: 'a', more: Array(600_000).fill(1) } })
    expect(await agent.next()).toMatchObject({ type: 'error', call_id: '1', error: { code: 'INVALID_ARGUMENTS' } })
    expect(await history()).toEqual([])
  })

  test('arguments of 80,000 keys are refused by their number, and are on no record', async () => {
    await using agent = await world().connect('agent')
    const args = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [index, 0]))
    agent.send({ type: 'tool_call', call_id: '1', tool_name: 'read_file', args })
    const { call_id, error } = await agent.next()
    expect([call_id, error.code]).toEqual(['1', 'INVALID_ARGUMENTS'])
    expect(error.message).toContain('more than 5,000 keys and elements')
    expect(await history()).toEqual([])
  })

  test('messages of every kind are counted', async () => {
    await using slow = await startTestServer({ settings: { calls_per_second: 1, call_burst: 1 } })
    const { project } = await makeCodelabWorld(slow)
    await using agent = await Client.open(slow, { project, token: tokenOf(['agent'], { project }) })
    for (let i = 0; i < 60; i++) agent.send({ type: 'nothing' })
    const answers: string[] = []
    for (let i = 0; i < 60; i++) answers.push((await agent.next()).error.code)
    expect(answers).toContain('RATE_LIMITED')
  })

  test('calls per second are those of REST, for the same token', async () => {
    await using slow = await startTestServer({ settings: { calls_per_second: 1, call_burst: 5 } })
    const { project } = await makeCodelabWorld(slow)
    await using agent = await Client.open(slow, { project, token: tokenOf(['agent'], { project }) })
    for (let i = 0; i < 10; i++) agent.send(read(String(i), '.env'))
    const answers: string[] = []
    for (let i = 0; i < 10; i++) answers.push((await agent.next()).error.code)
    expect(answers.filter((code) => code === 'SENSITIVE_FILE').length).toBeGreaterThanOrEqual(5)
    expect(answers.filter((code) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(1)
  })
})

test('cut a hundred times in the middle of its calls, every call runs once and has one result', { timeout: 60_000 }, async () => {
  await using ide = await world().connect('ide')
  const ran: string[] = []
  let taken = 0
  const running = setInterval(() => {
    for (const call of ide.messages.slice(taken)) {
      ran.push(call.args.path)
      ide.send(result(call.call_id, { content: call.args.path, encoding: 'utf-8' }))
    }
    taken = ide.messages.length
  }, 1)
  const answered = new Map<string, string>()
  for (let cuts = 0; cuts < 100 || answered.size < 100; cuts++) {
    const agent = await world().connect('agent')
    const open = Array.from({ length: 100 }, (_, index) => `f${index}.txt`)
      .filter((name) => !answered.has(name))
      .slice(0, 5)
    for (const name of open) agent.send(read(name, name))
    await new Promise((resolve) => setTimeout(resolve, cuts < 100 ? Math.random() * 15 : 200))
    for (const { call_id, result: value } of agent.messages) answered.set(call_id, value.content)
    agent.socket.terminate()
  }
  clearInterval(running)
  expect([...answered].every(([name, content]) => name === content)).toBe(true)
  expect(new Set(ran).size).toBe(ran.length)
  expect(await history('&limit=200')).toHaveLength(100)
})
