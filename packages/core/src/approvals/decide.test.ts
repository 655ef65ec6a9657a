import { describe, expect, test } from 'vitest'
import { askedWrite, claimsOf, createWorld, NO, YES } from '../../test/world.ts'

describe('an approval', () => {
  test('opens after the preview, with time, reasons, scopes and the digests of what was shown', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await askedWrite(world)
    const approval = await world.approvalOf(execution)
    expect(approval).toMatchObject({
      status: 'pending',
      risk_level: 'MEDIUM',
      timeout_seconds: 300,
      base_digests: { 'notes.md': null },
      digest: execution.call_digest,
    })
    expect(approval.description).toBe('Write notes.md')
    expect(approval.reasons.length).toBeGreaterThan(0)
    expect(approval.scopes.map(({ scope }) => scope)).toEqual(['once', 'class', 'class', 'session', 'project'])
    expect(Date.parse(approval.expires_at)).toBe(world.now() + 300_000)
  })

  test('that is given sends the call on, cleared by the person, bound to what was shown', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await askedWrite(world)
    const approval = await world.approvalOf(execution)
    expect(await world.engine.decide(world.operator, approval, YES)).toEqual({ approval_id: approval.id, status: 'approved' })
    const running = await world.execution(execution.id)
    expect(running.status).toBe('executing')
    expect(claimsOf(running.clearance)).toMatchObject({
      by: { kind: 'person', approval_id: approval.id },
      base_digests: { 'notes.md': null },
    })
  })

  test('that is refused ends the call in the operator’s words', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await askedWrite(world)
    await world.engine.decide(world.operator, await world.approvalOf(execution), { ...NO, reason: 'keep it as it is' })
    expect(await world.execution(execution.id)).toMatchObject({
      status: 'rejected',
      error: 'Approval denied: keep it as it is',
      error_type: 'APPROVAL_DENIED',
    })
  })

  test('answered twice the same way gives the same reply; another answer is refused', async () => {
    const world = await createWorld()
    await world.hello()
    const approval = await world.approvalOf(await askedWrite(world))
    const first = await world.engine.decide(world.operator, approval, YES)
    expect(await world.engine.decide(world.operator, approval, YES)).toEqual(first)
    await expect(world.engine.decide(world.operator, approval, NO)).rejects.toMatchObject({ code: 'ALREADY_SETTLED', http: 409 })
    expect((await world.events()).filter(({ type }) => type === 'tool.execution_signal')).toHaveLength(1)
  })

  test('answered again with an edit or a wider scope is another answer', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await world.call('execute_command', { command: 'npm', args: ['test'] })
    const approval = await world.approvalOf(execution)
    await world.engine.decide(world.operator, approval, YES)
    for (const other of [{ edited_params: { command: 'npm', args: ['ci'] } }, { scope: 'session' as const }]) {
      const again = world.engine.decide(world.operator, approval, { ...YES, ...other })
      await expect(again).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
    }
    expect(await world.execution(execution.id)).toMatchObject({ tool_params: { args: ['test'] } })
  })

  test('answered again with the same edit but another secret is another answer', async () => {
    const world = await createWorld()
    await world.hello()
    const params = { command: 'npm', args: ['test', '--password=none'] }
    const approval = await world.approvalOf(await world.call('execute_command', params))
    const withSecret = (secret: string) => ({ ...YES, edited_params: { ...params, args: ['test', `--password=${secret}`] } })
    const first = await world.engine.decide(world.operator, approval, withSecret('correct-horse-1'))
    expect(await world.engine.decide(world.operator, approval, withSecret('correct-horse-1'))).toEqual(first)
    const other = world.engine.decide(world.operator, approval, withSecret('correct-horse-2'))
    await expect(other).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
  })

  test('without an answer in time becomes timeout, told apart from a refusal', async () => {
    const world = await createWorld({ settings: { approval_seconds: { MEDIUM: 90, HIGH: 90 }, lease_seconds: 600 } })
    await world.hello()
    const execution = await askedWrite(world)
    const approval = await world.approvalOf(execution)
    await world.pass(31)
    expect((await world.events()).at(-1)).toMatchObject({ type: 'tool.approval_warning', approval_id: approval.id })
    await world.pass(60)
    expect(await world.execution(execution.id)).toMatchObject({ status: 'timeout', error_type: 'APPROVAL_TIMEOUT' })
    expect((await world.execution(execution.id)).error).toMatch(/^Approval timeout/)
    await expect(world.engine.decide(world.operator, approval, YES)).rejects.toMatchObject({ http: 410 })
  })

  test('answered after its time, before anybody swept, is too late all the same', async () => {
    const world = await createWorld({ settings: { approval_seconds: { MEDIUM: 5, HIGH: 5 } } })
    await world.hello()
    const execution = await askedWrite(world)
    const approval = await world.approvalOf(execution)
    const { clock } = world.core
    const late = clock.now() + 6_000
    Object.assign(clock, { now: () => late })
    await expect(world.engine.decide(world.operator, approval, YES)).rejects.toMatchObject({ http: 410 })
    expect((await world.execution(execution.id)).status).toBe('timeout')
  })

  test('raced by two answers has one winner', async () => {
    const world = await createWorld()
    await world.hello()
    const approval = await world.approvalOf(await askedWrite(world))
    const answers = await Promise.allSettled([
      world.engine.decide(world.operator, approval, YES),
      world.engine.decide(world.operator, approval, NO),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('keeps the raw parameters while it is open and the masked ones afterwards', async () => {
    const world = await createWorld()
    await world.hello()
    const content = `password = "${'hunter2hunter2'}"\n ghp_${'A1b2C3d4E5f6'.repeat(3)}`
    const execution = await askedWrite(world, { path: 'a.md', content })
    const approval = await world.approvalOf(execution)
    expect(approval.tool_params.content).toBe(content)
    await world.engine.decide(world.operator, approval, YES)
    expect((await world.approvalOf(execution)).tool_params.content).not.toContain('ghp_A1b2')
  })

  test('leaves no secret in the log, the record or the closed question, wherever it stood in the call', async () => {
    const world = await createWorld()
    await world.hello()
    const secret = `ghp_${'A1b2C3d4E5f6'.repeat(3)}`
    const asked = await world.call('run_command', { command: `npm run deploy ${secret}` })
    const refused = await world.call('execute_command', { command: secret, args: [] })
    const made = await world.call('create_directory', { path: `keys/${secret}` })
    await world.engine.decide(world.operator, await world.approvalOf(asked), NO)
    const kept = [await world.approvalOf(asked), await world.execution(refused.id), await world.execution(made.id), await world.events()]
    expect(JSON.stringify(kept)).not.toContain(secret)
  })

  test('opens again for an edited file change, and binds the edited call', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await askedWrite(world)
    const first = await world.approvalOf(execution)
    const edited_params = { path: 'other.md', content: 'y' }
    expect(await world.engine.decide(world.operator, first, { ...YES, edited_params })).toMatchObject({ status: 'awaiting_approval' })
    const again = await world.execution(execution.id)
    expect(again).toMatchObject({ status: 'pending', tool_params: edited_params })
    expect(again.call_digest).not.toBe(execution.call_digest)
    const second = await world.approvalOf(await world.preview(again, 'other.md'))
    expect(second.id).not.toBe(first.id)
    await world.engine.decide(world.operator, second, YES)
    expect(claimsOf((await world.execution(execution.id)).clearance).base_digests).toEqual({ 'other.md': null })
    const record = await world.store.transact((tx) => tx.approvals.get(first.id))
    expect(record).toMatchObject({ status: 'superseded', tool_params: { path: 'notes.md' }, decision: { edited_params } })
  })

  test('with an edited file change under a plain client, which shows nothing, runs the edited change', async () => {
    const world = await createWorld()
    await world.engine.joinPlain(world.project)
    const execution = await world.call('write_file', { path: 'notes.md', content: 'x' })
    const edited_params = { path: 'notes.md', content: 'y' }
    expect(await world.engine.decide(world.operator, await world.approvalOf(execution), { ...YES, edited_params })).toMatchObject({
      status: 'approved',
    })
    expect(await world.execution(execution.id)).toMatchObject({ status: 'executing', tool_params: edited_params })
  })

  test('with an edited command of no more risk runs the edited command', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await world.call('execute_command', { command: 'npm', args: ['test'] })
    const edited_params = { command: 'npm', args: ['test', '--silent'] }
    expect(await world.engine.decide(world.operator, await world.approvalOf(execution), { ...YES, edited_params })).toMatchObject({
      status: 'approved',
    })
    expect(await world.execution(execution.id)).toMatchObject({ status: 'executing', tool_params: edited_params })
  })

  test('with an edit that is refused stays open', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await askedWrite(world)
    const approval = await world.approvalOf(execution)
    const edit = { ...YES, edited_params: { path: '../x', content: '' } }
    await expect(world.engine.decide(world.operator, approval, edit)).rejects.toMatchObject({ code: 'PATH_OUTSIDE_WORKSPACE' })
    expect((await world.approvalOf(execution)).status).toBe('pending')
  })

  test('cannot be given with a scope that was not offered', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await world.call('execute_command', { command: 'node', args: ['-e', '1'] })
    const approval = await world.approvalOf(execution)
    expect(approval.scopes.map(({ scope }) => scope)).toEqual(['once', 'session'])
    await expect(world.engine.decide(world.operator, approval, { ...YES, scope: 'class' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
    })
  })
})

describe('a grant', () => {
  test('by class covers the same sub-command and nothing else', async () => {
    const world = await createWorld()
    await world.hello()
    const first = await world.call('execute_command', { command: 'git', args: ['commit', '-m', 'one'] })
    await world.engine.decide(world.operator, await world.approvalOf(first), { ...YES, scope: 'class' })
    expect(await world.call('execute_command', { command: 'git', args: ['commit', '-m', 'two'] })).toMatchObject({
      status: 'executing',
      cleared_by: { kind: 'grant' },
    })
    expect(await world.call('execute_command', { command: 'git', args: ['push'] })).toMatchObject({ status: 'awaiting_approval' })
    expect(await world.call('write_file', { path: 'a.md', content: '' })).toMatchObject({ status: 'pending' })
  })

  test('by session covers every call but HIGH, unless that was ticked', async () => {
    const world = await createWorld()
    await world.hello()
    const first = await askedWrite(world)
    await world.engine.decide(world.operator, await world.approvalOf(first), { ...YES, scope: 'session' })
    expect(await world.call('write_file', { path: 'b.md', content: '' })).toMatchObject({
      status: 'executing',
      cleared_by: { kind: 'grant' },
    })
    const high = await world.call('execute_command', { command: 'node', args: ['-e', '1'] })
    expect(high).toMatchObject({ status: 'awaiting_approval', risk_level: 'HIGH' })
    await world.engine.decide(world.operator, await world.approvalOf(high), { ...YES, scope: 'session', cover_high: true })
    expect(await world.call('execute_command', { command: 'node', args: ['-e', '2'] })).toMatchObject({ status: 'executing' })
    expect(await world.call('execute_command', { command: 'rm' })).toMatchObject({ status: 'failed' })
  })

  test('ends with its time, when revoked, and with its session', async () => {
    const world = await createWorld()
    await world.hello()
    const commit = { command: 'git', args: ['commit', '-m', 'x'] }
    const ask = async () => {
      const asked = await world.call('execute_command', commit)
      await world.engine.decide(world.operator, await world.approvalOf(asked), { ...YES, scope: 'class', grant_seconds: 60 })
      return asked
    }
    await ask()
    await world.pass(61)
    await ask()
    const [grant] = await world.store.transact((tx) => tx.grants.find({ order: { column: 'created_at', descending: true }, limit: 1 }))
    if (!grant) throw new Error('no grant')
    await world.engine.revokeGrant(grant)
    expect((await world.events()).at(-1)).toMatchObject({ type: 'grant.revoked', grant_id: grant.id })
    const asked = await ask()
    const session = await world.store.transact((tx) => tx.sessions.get(asked.session_id))
    if (!session) throw new Error('no session')
    await world.engine.endSession(session)
    expect(await world.call('execute_command', commit)).toMatchObject({ status: 'awaiting_approval' })
  })
})

describe('a class', () => {
  const commit = (message: string) => ({ command: 'git', args: ['commit', '-m', message] })

  test('is offered with what it would have covered before', async () => {
    const world = await createWorld()
    await world.hello()
    await world.call('execute_command', commit('one'))
    await world.call('execute_command', commit('two'))
    const asked = await world.call('execute_command', commit('three'))
    const { scopes } = await world.approvalOf(asked)
    expect(scopes.map(({ class: name }) => name)).toEqual([undefined, 'execute_command:git commit', 'execute_command:git *', undefined])
    expect(scopes[1]).toMatchObject({ matched: 2 })
    expect(scopes[2]?.warning).toBeTruthy()
  })

  test('does not count the call that it is offered for', async () => {
    const world = await createWorld()
    await world.hello()
    const first = await askedWrite(world)
    expect((await world.approvalOf(first)).scopes[1]).toMatchObject({ matched: 0 })
    const second = await askedWrite(world)
    expect((await world.approvalOf(second)).scopes[1]).toMatchObject({ matched: 1 })
  })

  test('as wide as all of git is granted only by its name, and never covers what is HIGH or remote', async () => {
    const world = await createWorld()
    await world.hello()
    const asked = await world.call('execute_command', commit('one'))
    await world.engine.decide(world.operator, await world.approvalOf(asked), { ...YES, scope: 'class', class: 'execute_command:git *' })
    expect(await world.call('execute_command', { command: 'git', args: ['add', 'a.md'] })).toMatchObject({ cleared_by: { kind: 'grant' } })
    for (const args of [['fetch'], ['push'], ['reset', '--hard'], ['-c', 'a=b', 'log']]) {
      expect((await world.call('execute_command', { command: 'git', args })).cleared_by, args.join(' ')).toBeNull()
    }
  })
})
