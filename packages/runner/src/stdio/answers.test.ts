// What the parent may answer, and what becomes of the call.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Message, startParent } from '../../test/stdio-fixture.ts'

const write = { path: 'b.md', content: 'new\n' }
const errorOf = (message: Message) => message.error as { code: string; message: string }

describe('a question', () => {
  test('shows everything that a person needs', async () => {
    await using parent = startParent({ files: { 'b.md': 'old\n' } })
    parent.call('c', 'write_file', write)
    expect(await parent.question('c')).toEqual({
      type: 'tool_call',
      call_id: 'c',
      tool_name: 'write_file',
      args: write,
      requires_approval: true,
      approval_id: expect.any(String),
      kind: 'approval',
      description: 'Write b.md',
      description_form: { form: 'title.write', slots: { path: 'b.md' } },
      preview: { kind: 'diff', files: [expect.objectContaining({ path: 'b.md', diff: expect.stringContaining('-old\n+new\n') })] },
      risk_level: 'MEDIUM',
      reasons: expect.arrayContaining([expect.any(String)]),
      reasons_forms: [{ form: 'reason.writes', slots: { path: 'b.md' } }],
      timeout_seconds: 300,
      expires_at: expect.any(String),
    })
    parent.call('d', 'execute_command', { command: 'node', args: ['-e', '1'] })
    expect(await parent.question('d')).toMatchObject({
      risk_level: 'HIGH',
      timeout_seconds: 600,
      preview: { kind: 'command', command: 'node', args: ['-e', '1'] },
    })
  })

  test('that was rejected ends with the words of the answer', async () => {
    await using parent = startParent()
    parent.call('c', 'write_file', write)
    await parent.question('c')
    parent.decide('c', 'reject', { feedback: 'not into the root' })
    expect(errorOf(await parent.result('c'))).toEqual({ code: 'APPROVAL_DENIED', message: 'Approval denied: not into the root' })
    expect(existsSync(join(parent.place.workspace, 'b.md'))).toBe(false)
  })

  test('that nobody answers ends by its time, and an answer after that is refused', async () => {
    await using parent = startParent({ environment: { APPROVAL_SECONDS: '1' } })
    parent.call('c', 'write_file', write)
    expect(errorOf(await parent.result('c'))).toEqual({ code: 'APPROVAL_TIMEOUT', message: 'Approval timeout' })
    parent.decide('c', 'approve')
    await expect.poll(() => parent.errors()).toMatchObject([{ call_id: 'c', error: { code: 'ALREADY_SETTLED' } }])
    expect(existsSync(join(parent.place.workspace, 'b.md'))).toBe(false)
  })

  test('binds the file that was shown', async () => {
    await using parent = startParent({ files: { 'b.md': 'old\n' } })
    parent.call('c', 'write_file', write)
    await parent.question('c')
    writeFileSync(join(parent.place.workspace, 'b.md'), 'changed meanwhile\n')
    parent.decide('c', 'approve')
    expect(errorOf(await parent.result('c')).code).toBe('FILE_CHANGED')
    expect(parent.file('b.md')).toBe('changed meanwhile\n')
  })

  test('takes only one answer, and the same answer again gives the same result', async () => {
    await using parent = startParent()
    parent.call('c', 'write_file', { ...write, mode: 'append' })
    await parent.question('c')
    parent.decide('c', 'approve')
    await parent.result('c')
    parent.decide('c', 'approve')
    await expect.poll(() => parent.results('c')).toHaveLength(2)
    parent.decide('c', 'reject')
    await expect.poll(() => parent.errors()).toMatchObject([{ call_id: 'c', error: { code: 'ALREADY_SETTLED' } }])
    expect(parent.results('c')[1]).toEqual(parent.results('c')[0])
    expect(parent.file('b.md')).toBe('new\n')
  })

  test('that does not exist cannot be answered', async () => {
    await using parent = startParent()
    parent.decide('nobody', 'approve')
    await expect.poll(() => parent.errors(), { timeout: 15_000 }).toMatchObject([{ call_id: 'nobody', error: { code: 'NOT_FOUND' } }])
  })

  test('is journalled with who cleared the call', async () => {
    await using parent = startParent()
    parent.call('c', 'write_file', write)
    await parent.question('c')
    expect(parent.journal()).toEqual([])
    parent.decide('c', 'approve')
    await parent.result('c')
    expect(parent.journal()).toMatchObject([
      { line: 'started', by: { kind: 'parent', mode: 'ask', decision: 'approve' } },
      { line: 'ended' },
    ])
  })

  test('is one of at most 64 that wait', async () => {
    await using parent = startParent()
    for (let i = 0; i < 65; i++) parent.call(`c${i}`, 'write_file', { path: `f${i}.md`, content: '' })
    await expect
      .poll(() => parent.messages.filter(({ type }) => type === 'tool_result'), { timeout: 15_000 })
      .toMatchObject([{ error: { code: 'TOO_MANY_PENDING' } }])
    expect(parent.messages.filter(({ type }) => type === 'tool_call')).toHaveLength(64)
  })
})

describe('an edit', () => {
  test('of a file change is shown again before it runs', async () => {
    await using parent = startParent()
    parent.call('c', 'write_file', write)
    const first = await parent.question('c')
    parent.decide('c', 'edit', { modified_arguments: { path: 'c.md', content: 'other\n' } })
    const second = await parent.question('c', 2)
    expect(second).toMatchObject({ args: { path: 'c.md', content: 'other\n' }, description: 'Write c.md' })
    expect(second.approval_id).not.toBe(first.approval_id)
    // An answer to the question before is none to this one.
    parent.decide('c', 'approve', { approval_id: first.approval_id })
    await expect.poll(() => parent.errors()).toHaveLength(1)
    parent.decide('c', 'approve', { approval_id: second.approval_id })
    expect(await parent.result('c')).toMatchObject({ result: { success: true, path: 'c.md' } })
    expect(existsSync(join(parent.place.workspace, 'b.md'))).toBe(false)
  })

  test('that came twice does not answer the question that it led to', async () => {
    await using parent = startParent()
    parent.call('c', 'write_file', write)
    await parent.question('c')
    const edit = { type: 'hitl_decision', call_id: 'c', decision: 'edit', modified_arguments: { path: 'c.md', content: 'other\n' } }
    parent.send(edit)
    await parent.question('c', 2)
    parent.send(edit)
    parent.call('after', 'read_file', { path: 'a.txt' })
    await parent.result('after')
    expect(parent.results('c')).toEqual([])
    expect(existsSync(join(parent.place.workspace, 'c.md'))).toBe(false)
  })

  test('that changes nothing runs', async () => {
    await using parent = startParent()
    parent.call('c', 'write_file', write)
    await parent.question('c')
    parent.decide('c', 'edit', { modified_arguments: write })
    expect(await parent.result('c')).toMatchObject({ result: { success: true } })
    expect(parent.journal()[0]).toMatchObject({ by: { decision: 'edit' } })
  })

  test.each([
    ['that the schema refuses', { path: 'b.md' }, 'INVALID_ARGUMENTS'],
    ['that leads outside', { path: '../b.md', content: '' }, 'PATH_OUTSIDE_WORKSPACE'],
    ['to a sensitive file', { path: '.env', content: '' }, 'SENSITIVE_FILE'],
  ])('%s is told, and the question stays open', async (_, modified_arguments, code) => {
    await using parent = startParent()
    parent.call('c', 'write_file', write)
    await parent.question('c')
    for (const times of [1, 2]) {
      parent.decide('c', 'edit', { modified_arguments })
      await expect.poll(() => parent.errors()).toHaveLength(times)
    }
    expect(parent.errors()[0]).toMatchObject({ call_id: 'c', error: { code } })
    parent.decide('c', 'approve')
    expect(await parent.result('c')).toMatchObject({ result: { path: 'b.md' } })
  })

  test('of a command runs as it was written, unless it may do more than was shown', async () => {
    await using parent = startParent({ files: { 'a.mjs': 'console.log("a")', 'b.mjs': 'console.log("b")' } })
    parent.call('c', 'execute_command', { command: 'node', args: ['a.mjs'] })
    await parent.question('c')
    parent.decide('c', 'edit', { modified_arguments: { command: 'node', args: ['b.mjs'] } })
    expect(await parent.result('c')).toMatchObject({ result: { stdout: 'b\n' } })
    parent.call('d', 'execute_command', { command: 'node', args: ['a.mjs'] })
    await parent.question('d')
    parent.decide('d', 'edit', { modified_arguments: { command: 'node', args: ['-e', 'console.log(1)'] } })
    expect(await parent.question('d', 2)).toMatchObject({ risk_level: 'HIGH' })
  })
})

describe('prompt_user', () => {
  const question = { message: 'Which one?', actions: ['approve', 'deny'] }

  test.each(['ask', 'low', 'all'] as const)('is put to the parent with --approve %s, and its answer is the result', async (approve) => {
    await using parent = startParent({ approve })
    parent.call('c', 'prompt_user', question)
    expect(await parent.question('c')).toMatchObject({
      kind: 'question',
      requires_approval: true,
      preview: { kind: 'question', ...question },
    })
    parent.decide('c', 'approve', { modified_arguments: { action: 'deny', comment: 'too early' } })
    expect(await parent.result('c')).toMatchObject({ result: { action: 'deny', comment: 'too early' } })
  })

  test('that is rejected was dismissed', async () => {
    await using parent = startParent()
    parent.call('c', 'prompt_user', question)
    await parent.question('c')
    parent.decide('c', 'reject')
    expect(await parent.result('c')).toMatchObject({ result: { action: 'dismissed' } })
  })

  test('answered with an action that it has not stays open', async () => {
    await using parent = startParent()
    parent.call('c', 'prompt_user', question)
    await parent.question('c')
    parent.decide('c', 'approve', { modified_arguments: { action: 'maybe' } })
    await expect.poll(() => parent.errors()).toMatchObject([{ call_id: 'c', error: { code: 'INVALID_ARGUMENTS' } }])
    parent.decide('c', 'approve')
    expect(await parent.result('c')).toMatchObject({ result: { action: 'approve' } })
  })
})
