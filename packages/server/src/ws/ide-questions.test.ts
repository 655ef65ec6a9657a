// Questions on an IDE's connection: shown, answered, edited, asked again.
import { LIMITS } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { decision, result, sharedCodelab, WRITTEN, write } from '../../test/codelab-world.ts'

const { server, world, recordOf } = await sharedCodelab()

describe('a question', () => {
  test('says all that the operator needs, and after approve the same call_id comes again and runs', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
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
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(write('1'))
    const question = await ide.next()
    ide.send(decision(question.call_id, 'reject', { feedback: 'not that file' }))
    expect(await ide.next()).toMatchObject({ type: 'tool_result', call_id: question.call_id, error: { code: 'APPROVAL_DENIED' } })
    const answer = await agent.next()
    expect(answer).toMatchObject({ call_id: '1', error: { code: 'APPROVAL_DENIED' } })
    expect(answer.error.message).toContain('not that file')
  })

  test('is edited: what runs is what the operator wrote', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(write('1'))
    const question = await ide.next()
    ide.send(decision(question.call_id, 'edit', { modified_arguments: { path: 'a.txt', content: 'better' } }))
    const run = await ide.next()
    expect(run).toMatchObject({ requires_approval: false, args: { content: 'better' } })
    ide.send(result(run.call_id, WRITTEN))
    const answer = await agent.next()
    expect(answer).toMatchObject({ call_id: '1', result: WRITTEN })
    expect(answer.operator_change).toContain('> content: "x" became "better"')
  })

  test('is asked again where an edit has more risk than was shown, and the second answer counts', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(write('1'))
    const question = await ide.next()
    ide.send(decision(question.call_id, 'edit', { modified_arguments: { path: 'run.sh', content: 'x' } }))
    const again = await ide.next()
    expect(again).toMatchObject({ call_id: question.call_id, requires_approval: true, risk_level: 'HIGH' })
    ide.send(decision(question.call_id, 'approve', { approval_id: again.approval_id }))
    expect(await ide.next()).toMatchObject({ requires_approval: false, args: { path: 'run.sh' } })
  })

  test('that follows from an edit is not answered by an approve that was sent before it came', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(write('1'))
    const { call_id } = await ide.next()
    ide.send(decision(call_id, 'edit', { modified_arguments: { path: 'run.sh', content: 'x' } }))
    const again = await ide.next()
    expect(again).toMatchObject({ call_id, requires_approval: true })
    ide.send(decision(call_id, 'approve'))
    expect(await ide.next()).toMatchObject({ type: 'error', call_id, error: { message: expect.stringContaining('approval_id') } })
    expect((await recordOf(again.tool_id)).status).toBe('awaiting_approval')
  })

  test('stays open after an edit that is refused', async () => {
    await using ide = await world().connect('ide')
    await using agent = await world().connect('agent')
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
    await using ide = await world().connect('ide')
    ide.send(decision('call_001', 'approve'))
    expect(await ide.next()).toMatchObject({ type: 'error', call_id: 'call_001', error: { code: 'NOT_FOUND' } })
  })

  test('made by REST is shown here, answered here, and its result is there', async () => {
    await using ide = await world().connect('ide')
    const body = { tool_name: 'write_file', tool_params: { path: 'a.txt', content: 'x' }, wait_seconds: 0 }
    const { tool_id } = (await server.call('execute', { token: world().tokens.agent, body })).json
    expect(await ide.next()).toMatchObject({ call_id: tool_id, requires_approval: true })
    ide.send(decision(tool_id, 'approve'))
    expect(await ide.next()).toMatchObject({ call_id: tool_id, requires_approval: false })
    ide.send(result(tool_id, WRITTEN))
    await expect.poll(async () => (await recordOf(tool_id)).status).toBe('completed')
  })

  test('of the agent itself is answered by one of its actions', async () => {
    await using operator = await world().connect('operator')
    await using agent = await world().connect('agent')
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
    await using operator = await world().connect('operator')
    await using agent = await world().connect('agent')
    agent.send({ type: 'tool_call', call_id: '1', tool_name: 'prompt_user', args: { message: 'Go on?', actions: ['yes', 'no'] } })
    operator.send(decision((await operator.next()).call_id, 'reject'))
    expect(await agent.next()).toMatchObject({ call_id: '1', result: { action: 'dismissed' } })
  })
})
