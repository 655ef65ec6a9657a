// Results from an IDE's connection, and what each role may send.
import { LIMITS } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { decision, read, result, sharedCodelab, WRITTEN, write } from '../../test/codelab-world.ts'

const { server, world } = await sharedCodelab()

describe('a result', () => {
  test('is accepted once: the same again is welcome, another is not', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(read('1'))
    const { call_id } = await ide.next()
    for (const content of ['one', 'one', 'two']) ide.send(result(call_id, { content, encoding: 'utf-8' }))
    expect(await ide.next()).toMatchObject({ type: 'error', call_id, error: { code: 'ALREADY_SETTLED' } })
    expect(await agent.next()).toMatchObject({ result: { content: 'one' } })
  })

  test('may be a failure, with its code', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(read('1'))
    const { call_id } = await ide.next()
    ide.send({ type: 'tool_result', call_id, error: { code: 'FILE_NOT_FOUND', message: 'File not found: a.txt' } })
    expect(await agent.next()).toMatchObject({ error: { code: 'FILE_NOT_FOUND', message: 'File not found: a.txt' } })
  })

  test('of what nobody called is not found', async () => {
    await using ide = await world().connect('ide')
    for (const call_id of ['call_001', '01234567-89ab-7def-8123-456789abcdef']) {
      ide.send(result(call_id, {}))
      expect(await ide.next()).toMatchObject({ type: 'error', call_id, error: { code: 'NOT_FOUND' } })
    }
  })

  test('of a call that was cancelled comes too late, and the runner is told to stop', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(read('1'))
    const { call_id, tool_id } = await ide.next()
    await server.call('cancelExecution', { token: world().tokens.operator, params: { p: world().project, id: tool_id } })
    expect(await ide.next()).toMatchObject({ type: 'tool_result', call_id, error: { code: 'CANCELLED' } })
    expect(await agent.next()).toMatchObject({ error: { code: 'CANCELLED' } })
  })
})

describe('by its roles', () => {
  test('an operator may not report results, a runner may not decide, and is shown no question', async () => {
    await using operator = await world().connect('operator')
    await using runner = await world().connect('runner')
    await using agent = await world().connect('agent')
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
      await using ide = await world().connect('ide')
      ide.send(message)
      expect(await ide.next()).toMatchObject({ type: 'error', error: { code: 'FORBIDDEN' } })
    },
  )

  test('a message of the person begins a turn, and what the agent says comes piece by piece to its end', async () => {
    await using operator = await world().connect('operator')
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
