// An IDE's connection: questions, answers, calls that it runs, and what it may not do.
import { LIMITS } from '@countersign/protocol'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type CodelabWorld, decision, makeCodelabWorld, read, result, startCodelabServer, write } from '../../test/codelab-world.ts'

const server = await startCodelabServer()
let world: CodelabWorld
beforeEach(async () => {
  world = await makeCodelabWorld(server)
})
afterAll(() => server[Symbol.asyncDispose]())

const WRITTEN = { success: true, bytes_written: 1 }
const recordOf = async (id: string) => (await server.call('getExecution', { token: world.tokens.operator, params: { id } })).json

describe('a question', () => {
  test('says all that the operator needs, and after approve the same call_id comes again and runs', async () => {
    await using ide = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(write('call_002'))
    const question = await ide.next()
    expect(question).toMatchObject({
      type: 'tool_call',
      tool_name: 'write_file',
      args: { path: 'a.txt', content: 'x' },
      requires_approval: true,
      kind: 'approval',
      agent: 'tester',
      description: 'Write a.txt',
      risk_level: 'MEDIUM',
      reasons: [expect.any(String)],
      approval_id: expect.any(String),
      expires_at: expect.stringMatching(/Z$/),
    })
    ide.send(decision(question.call_id, 'approve', { feedback: 'fine' }))
    const run = await ide.next()
    expect(run).toMatchObject({
      call_id: question.call_id,
      requires_approval: false,
      args: { path: 'a.txt', content: 'x' },
      attempt_id: expect.any(String),
    })
    ide.send(result(run.call_id, WRITTEN))
    expect(await agent.next()).toMatchObject({ call_id: 'call_002', result: WRITTEN })
    expect(await ide.settled()).toEqual([])
  })

  test('is rejected with words, which reach the agent', async () => {
    await using ide = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(write('1'))
    const question = await ide.next()
    ide.send(decision(question.call_id, 'reject', { feedback: 'not that file' }))
    expect(await ide.next()).toMatchObject({ type: 'tool_result', call_id: question.call_id, error: { code: 'APPROVAL_DENIED' } })
    const answer = await agent.next()
    expect(answer).toMatchObject({ call_id: '1', error: { code: 'APPROVAL_DENIED' } })
    expect(answer.error.message).toContain('not that file')
  })

  test('is edited: what runs is what the operator wrote', async () => {
    await using ide = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(write('1'))
    const question = await ide.next()
    ide.send(decision(question.call_id, 'edit', { modified_arguments: { path: 'a.txt', content: 'better' } }))
    expect(await ide.next()).toMatchObject({ requires_approval: false, args: { content: 'better' } })
  })

  test('is asked again where an edit has more risk than was shown, and the second answer counts', async () => {
    await using ide = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(write('1'))
    const question = await ide.next()
    ide.send(decision(question.call_id, 'edit', { modified_arguments: { path: 'run.sh', content: 'x' } }))
    const again = await ide.next()
    expect(again).toMatchObject({ call_id: question.call_id, requires_approval: true, risk_level: 'HIGH' })
    ide.send(decision(question.call_id, 'approve', { approval_id: again.approval_id }))
    expect(await ide.next()).toMatchObject({ requires_approval: false, args: { path: 'run.sh' } })
  })

  test('that follows from an edit is not answered by an approve that was sent before it came', async () => {
    await using ide = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(write('1'))
    const { call_id } = await ide.next()
    ide.send(decision(call_id, 'edit', { modified_arguments: { path: 'run.sh', content: 'x' } }))
    const again = await ide.next()
    expect(again).toMatchObject({ call_id, requires_approval: true })
    ide.send(decision(call_id, 'approve'))
    expect(await ide.next()).toMatchObject({ type: 'error', call_id, error: { message: expect.stringContaining('approval_id') } })
    expect((await recordOf(call_id)).status).toBe('awaiting_approval')
  })

  test('stays open after an edit that is refused', async () => {
    await using ide = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(write('1'))
    const { call_id } = await ide.next()
    ide.send(decision(call_id, 'edit', { modified_arguments: { path: '.env', content: 'x' } }))
    expect(await ide.next()).toMatchObject({ type: 'error', call_id, error: { code: 'SENSITIVE_FILE' } })
    ide.send(decision(call_id, 'approve', { modified_arguments: { path: 'a.txt', content: 'x' } }))
    expect(await ide.next()).toMatchObject({ type: 'error', call_id, error: { code: 'INVALID_ARGUMENTS' } })
    ide.send(decision(call_id, 'edit', { modified_arguments: { path: 'a.txt', content: 'x'.repeat(LIMITS.maxFileBytesOnSocket + 1) } }))
    expect(await ide.next()).toMatchObject({ type: 'error', call_id, error: { code: 'FILE_TOO_LARGE' } })
    ide.send(decision(call_id, 'approve'))
    expect(await ide.next()).toMatchObject({ call_id, requires_approval: false })
  })

  test('that nobody was shown cannot be answered', async () => {
    await using ide = await world.connect('ide')
    ide.send(decision('call_001', 'approve'))
    expect(await ide.next()).toMatchObject({ type: 'error', call_id: 'call_001', error: { code: 'NOT_FOUND' } })
  })

  test('made by REST is shown here, answered here, and its result is there', async () => {
    await using ide = await world.connect('ide')
    const body = { tool_name: 'write_file', tool_params: { path: 'a.txt', content: 'x' }, wait_seconds: 0 }
    const { tool_id } = (await server.call('execute', { token: world.tokens.agent, body })).json
    expect(await ide.next()).toMatchObject({ call_id: tool_id, requires_approval: true })
    ide.send(decision(tool_id, 'approve'))
    expect(await ide.next()).toMatchObject({ call_id: tool_id, requires_approval: false })
    ide.send(result(tool_id, WRITTEN))
    await expect.poll(async () => (await recordOf(tool_id)).status).toBe('completed')
  })

  test('of the agent itself is answered by one of its actions', async () => {
    await using operator = await world.connect('operator')
    await using agent = await world.connect('agent')
    const args = { message: 'Go on?', actions: ['yes', 'no'] }
    agent.send({ type: 'tool_call', call_id: '1', tool_name: 'prompt_user', args })
    const question = await operator.next()
    expect(question).toMatchObject({ requires_approval: true, kind: 'question', preview: { kind: 'question', ...args } })
    operator.send(decision(question.call_id, 'approve', { modified_arguments: { action: 'maybe' } }))
    expect(await operator.next()).toMatchObject({ type: 'error', error: { code: 'INVALID_ARGUMENTS' } })
    operator.send(decision(question.call_id, 'approve', { modified_arguments: { action: 'no' }, feedback: 'later' }))
    expect(await agent.next()).toMatchObject({ call_id: '1', result: { action: 'no', comment: 'later' } })
  })

  test('of the agent may be dismissed', async () => {
    await using operator = await world.connect('operator')
    await using agent = await world.connect('agent')
    agent.send({ type: 'tool_call', call_id: '1', tool_name: 'prompt_user', args: { message: 'Go on?', actions: ['yes', 'no'] } })
    operator.send(decision((await operator.next()).call_id, 'reject'))
    expect(await agent.next()).toMatchObject({ call_id: '1', result: { action: 'dismissed' } })
  })
})

describe('two IDEs', () => {
  test('are both asked; the first answer counts, the other is told, and one of them runs', async () => {
    await using first = await world.connect('ide')
    await using second = await world.connect('operator')
    await using agent = await world.connect('agent')
    agent.send(write('1'))
    const { call_id } = await first.next()
    expect(await second.next()).toMatchObject({ call_id, requires_approval: true })
    first.send(decision(call_id, 'approve'))
    expect(await first.next()).toMatchObject({ call_id, requires_approval: false })
    expect(await second.next()).toMatchObject({ type: 'error', call_id, error: { code: 'ALREADY_SETTLED' } })
    second.send(decision(call_id, 'reject'))
    expect(await second.next()).toMatchObject({ type: 'error', call_id, error: { code: 'ALREADY_SETTLED' } })
    first.send(result(call_id, WRITTEN))
    expect(await second.next()).toMatchObject({ type: 'tool_result', call_id, result: WRITTEN })
    expect(await agent.next()).toMatchObject({ result: WRITTEN })
  })

  test('that may both run: one gets the calls, the other takes over when it has gone', async () => {
    const first = await world.connect('ide')
    await using second = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(read('1'))
    const call = await first.next()
    first.send(result(call.call_id, { content: 'first', encoding: 'utf-8' }))
    await agent.next()
    expect(await second.settled()).toEqual([])
    first.socket.terminate()
    agent.send(read('2', 'b.txt'))
    const taken = await second.next(10_000)
    expect(taken).toMatchObject({ args: { path: 'b.txt' }, requires_approval: false })
  })

  test('an answer to a question that another has changed must name the question it saw', async () => {
    await using first = await world.connect('ide')
    await using second = await world.connect('operator')
    await using agent = await world.connect('agent')
    agent.send(write('1'))
    const { call_id } = await first.next()
    const old = await second.next()
    first.send(decision(call_id, 'edit', { modified_arguments: { path: 'run.sh', content: 'x' } }))
    const changed = await second.next()
    expect(changed).toMatchObject({ call_id, requires_approval: true, args: { path: 'run.sh' } })
    second.send(decision(call_id, 'approve'))
    expect(await second.next()).toMatchObject({
      type: 'error',
      error: { code: 'INVALID_ARGUMENTS', message: expect.stringContaining('approval_id') },
    })
    second.send(decision(call_id, 'approve', { approval_id: old.approval_id }))
    expect(await second.next()).toMatchObject({ type: 'error', error: { code: 'ALREADY_SETTLED' } })
    second.send(decision(call_id, 'approve', { approval_id: changed.approval_id }))
    await expect.poll(async () => (await recordOf(call_id)).status).toBe('executing')
  })
})

describe('after a reconnect', () => {
  test('what waits is shown again, what ran or was answered is not', async () => {
    const first = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(write('done'))
    const done = await first.next()
    first.send(decision(done.call_id, 'approve'))
    await first.next()
    first.send(result(done.call_id, WRITTEN))
    await agent.next()
    agent.send(write('waiting', 'y'))
    const waiting = await first.next()
    first.socket.terminate()
    await using second = await world.connect('ide')
    const shown = await second.settled()
    expect(shown.map(({ call_id, requires_approval }) => [call_id, requires_approval])).toEqual([[waiting.call_id, true]])
    second.send(decision(waiting.call_id, 'approve'))
    expect(await second.next()).toMatchObject({ call_id: waiting.call_id, requires_approval: false })
  })

  test('a call that was sent is not sent again, and its result is still welcome', async () => {
    const first = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(write('1'))
    const { call_id } = await first.next()
    first.send(decision(call_id, 'approve'))
    await first.next()
    first.socket.terminate()
    await using second = await world.connect('ide')
    expect(await second.settled()).toEqual([])
    second.send(result(call_id, WRITTEN))
    expect(await agent.next()).toMatchObject({ result: WRITTEN })
  })

  test('a call that came while nobody was there is sent, once', async () => {
    const first = await world.connect('ide')
    await first.settled()
    first.socket.terminate()
    await using agent = await world.connect('agent')
    await new Promise((resolve) => setTimeout(resolve, 100))
    agent.send(read('1'))
    await using second = await world.connect('ide')
    const call = await second.next(10_000)
    expect(call).toMatchObject({ requires_approval: false, args: { path: 'a.txt' } })
    second.send(result(call.call_id, { content: 'late', encoding: 'utf-8' }))
    expect(await agent.next()).toMatchObject({ result: { content: 'late' } })
    expect(await second.settled()).toEqual([])
  })
})

describe('a result', () => {
  test('is accepted once: the same again is welcome, another is not', async () => {
    await using ide = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(read('1'))
    const { call_id } = await ide.next()
    for (const content of ['one', 'one', 'two']) ide.send(result(call_id, { content, encoding: 'utf-8' }))
    expect(await ide.next()).toMatchObject({ type: 'error', call_id, error: { code: 'ALREADY_SETTLED' } })
    expect(await agent.next()).toMatchObject({ result: { content: 'one' } })
  })

  test('may be a failure, with its code', async () => {
    await using ide = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(read('1'))
    const { call_id } = await ide.next()
    ide.send({ type: 'tool_result', call_id, error: { code: 'FILE_NOT_FOUND', message: 'File not found: a.txt' } })
    expect(await agent.next()).toMatchObject({ error: { code: 'FILE_NOT_FOUND', message: 'File not found: a.txt' } })
  })

  test('of what nobody called is not found', async () => {
    await using ide = await world.connect('ide')
    for (const call_id of ['call_001', '01234567-89ab-7def-8123-456789abcdef']) {
      ide.send(result(call_id, {}))
      expect(await ide.next()).toMatchObject({ type: 'error', call_id, error: { code: 'NOT_FOUND' } })
    }
  })

  test('of a call that was cancelled comes too late, and the runner is told to stop', async () => {
    await using ide = await world.connect('ide')
    await using agent = await world.connect('agent')
    agent.send(read('1'))
    const { call_id } = await ide.next()
    await server.call('cancelExecution', { token: world.tokens.operator, params: { p: world.project, id: call_id } })
    expect(await ide.next()).toMatchObject({ type: 'tool_result', call_id, error: { code: 'CANCELLED' } })
    expect(await agent.next()).toMatchObject({ error: { code: 'CANCELLED' } })
  })
})

describe('by its roles', () => {
  test('an operator may not report results, a runner may not decide, and is shown no question', async () => {
    await using operator = await world.connect('operator')
    await using runner = await world.connect('runner')
    await using agent = await world.connect('agent')
    agent.send(write('1'))
    const { call_id } = await operator.next()
    operator.send(result(call_id, WRITTEN))
    expect(await operator.next()).toMatchObject({ type: 'error', error: { code: 'FORBIDDEN' } })
    runner.send(decision(call_id, 'approve'))
    expect(await runner.next()).toMatchObject({ type: 'error', error: { code: 'FORBIDDEN' } })
    runner.send({ type: 'user_message', content: 'hello' })
    expect(await runner.next()).toMatchObject({ type: 'error', error: { code: 'FORBIDDEN' } })
    operator.send(decision(call_id, 'approve'))
    expect(await runner.next()).toMatchObject({ type: 'tool_call', call_id, requires_approval: false })
    expect(await operator.settled()).toEqual([])
  })

  test.each([read('1'), { type: 'assistant_message', token: 'x', is_final: true }, { type: 'error', error: { code: 'X', message: 'x' } }])(
    'nobody sends $type from an IDE',
    async (message) => {
      await using ide = await world.connect('ide')
      ide.send(message)
      expect(await ide.next()).toMatchObject({ type: 'error', error: { code: 'FORBIDDEN' } })
    },
  )

  test('a message of the person begins a turn, and what the agent says comes piece by piece to its end', async () => {
    await using operator = await world.connect('operator')
    operator.send({ type: 'user_message', content: 'hello' })
    let last = await operator.next()
    let text = ''
    while (!last.is_final) {
      expect(last).toMatchObject({ type: 'assistant_message', is_final: false })
      text += last.token
      last = await operator.next()
    }
    expect(text.length).toBeGreaterThan(0)
    operator.send({ type: 'user_message', content: 'x'.repeat(LIMITS.maxUserMessageCharacters + 1) })
    expect(await operator.next()).toMatchObject({ type: 'error', error: { code: 'INVALID_ARGUMENTS' } })
  })
})

test('a reader that does not read is dropped, and finds what waits when it comes back', { timeout: 240_000 }, async () => {
  const stuck = await world.connect('operator')
  await stuck.settled()
  stuck.socket.pause()
  await using ide = await world.connect('runner')
  await using agent = await world.connect('agent')
  await using reader = await world.connect('operator')
  await ide.settled()
  await reader.settled()
  const content = 'x'.repeat(LIMITS.maxFileBytesOnSocket - 1)
  const asked = () => reader.messages.filter(({ requires_approval }) => requires_approval).length
  for (let i = 0; i < 24; i++) agent.send(write(String(i), `${content}${i % 10}`))
  // Whoever reads has seen all of it, so that it was sent to the other one too, or given up.
  await expect.poll(asked, { timeout: 120_000 }).toBe(24)
  stuck.socket.resume()
  expect(await stuck.ended(60_000)).toMatchObject({ code: 1006 })
  await using back = await world.connect('operator')
  const shown = (await back.settled()).filter(({ requires_approval }) => requires_approval)
  expect(shown).toHaveLength(24)
})
