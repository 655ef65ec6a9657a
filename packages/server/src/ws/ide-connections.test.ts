// Several IDE connections, including ones that reconnect: each is asked once, and each call is sent once.
import { LIMITS } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { decision, read, result, sharedCodelab, WRITTEN, write } from '../../test/codelab-world.ts'

const { world, recordOf } = await sharedCodelab()

describe('two IDEs', () => {
  test('are both asked; the first answer counts, the other is told, and one of them runs', async () => {
    await using first = await world().connect('ide')
    await using second = await world().connect('operator')
    await using agent = await world().connect('agent')
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
    const first = await world().connect('ide')
    await using second = await world().connect('ide')
    await using agent = await world().connect('agent')
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
    await using first = await world().connect('ide')
    await using second = await world().connect('operator')
    await using agent = await world().connect('agent')
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
    await expect.poll(async () => (await recordOf(old.tool_id)).status).toBe('executing')
  })
})

describe('after a reconnect', () => {
  test('what waits is shown again, what ran or was answered is not', async () => {
    const first = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(write('done'))
    const done = await first.next()
    first.send(decision(done.call_id, 'approve'))
    await first.next()
    first.send(result(done.call_id, WRITTEN))
    await agent.next()
    agent.send(write('waiting', 'y'))
    const waiting = await first.next()
    first.socket.terminate()
    await using second = await world().connect('ide')
    const shown = await second.settled()
    expect(shown.map(({ call_id, requires_approval }) => [call_id, requires_approval])).toEqual([[waiting.call_id, true]])
    second.send(decision(waiting.call_id, 'approve'))
    expect(await second.next()).toMatchObject({ call_id: waiting.call_id, requires_approval: false })
  })

  test('a call that was sent is not sent again, and its result is still welcome', async () => {
    const first = await world().connect('ide')
    await using agent = await world().connect('agent')
    agent.send(write('1'))
    const { call_id } = await first.next()
    first.send(decision(call_id, 'approve'))
    await first.next()
    first.socket.terminate()
    await using second = await world().connect('ide')
    expect(await second.settled()).toEqual([])
    second.send(result(call_id, WRITTEN))
    expect(await agent.next()).toMatchObject({ result: WRITTEN })
  })

  test('a call that came while nobody was there is sent, once', async () => {
    const first = await world().connect('ide')
    await first.settled()
    first.socket.terminate()
    await using agent = await world().connect('agent')
    await new Promise((resolve) => setTimeout(resolve, 100))
    agent.send(read('1'))
    await using second = await world().connect('ide')
    const call = await second.next(10_000)
    expect(call).toMatchObject({ requires_approval: false, args: { path: 'a.txt' } })
    second.send(result(call.call_id, { content: 'late', encoding: 'utf-8' }))
    expect(await agent.next()).toMatchObject({ result: { content: 'late' } })
    expect(await second.settled()).toEqual([])
  })
})

test('a reader that does not read is dropped, and finds what waits when it comes back', { timeout: 240_000 }, async () => {
  const stuck = await world().connect('operator')
  await stuck.settled()
  stuck.socket.pause()
  await using ide = await world().connect('runner')
  await using agent = await world().connect('agent')
  await using reader = await world().connect('operator')
  await ide.settled()
  await reader.settled()
  const content = 'x'.repeat(LIMITS.maxFileBytesOnSocket - 1)
  const asked = () => reader.messages.filter(({ requires_approval }) => requires_approval).length
  // One at a time, because on a busy machine a reading client would fall behind too. A call it saw was sent to the other one, or
  // given up.
  for (let i = 0; i < 24; i++) {
    agent.send(write(String(i), `${content}${i % 10}`))
    await expect.poll(asked, { timeout: 60_000 }).toBe(i + 1)
  }
  stuck.socket.resume()
  expect(await stuck.ended(60_000)).toMatchObject({ code: 1006 })
  await using back = await world().connect('operator')
  const shown = (await back.settled()).filter(({ requires_approval }) => requires_approval)
  expect(shown).toHaveLength(24)
})
