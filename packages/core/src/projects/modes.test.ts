// The mode of a project and its list of commands: who changes them, what is logged, and what they mean for calls.
import { NO_POLICY } from '@countersign/policy'
import { PROTOCOL_VERSION } from '@countersign/protocol'
import { TOOL_NAMES } from '@countersign/tools'
import { describe, expect, test } from 'vitest'
import { claimsOf, createWorld, type World, YES } from '../../test/world.ts'

const changes = async (world: World) => (await world.events()).filter(({ type }) => type === 'project.changed')

const helloWith = (world: World, more: object = {}) =>
  world.engine.hello(world.project, {
    runner_id: world.runnerId,
    protocol_version: PROTOCOL_VERSION,
    tools: [...TOOL_NAMES],
    isolation: 'sandbox',
    platform: 'test',
    workspace: '/home/ada/app',
    attempts: [],
    processes: [],
    ...more,
  })

const projectOf = async (world: World) => {
  const project = await world.store.transact((tx) => tx.projects.get(world.project.id))
  if (!project) throw new Error('the project is gone')
  return project
}

describe('the mode of a project', () => {
  test('of a new project is ask, or what the installation says', async () => {
    const world = await createWorld()
    expect(await world.engine.createProject({ user_id: 'ada', name: 'new' })).toMatchObject({ mode: 'ask', toolchains: null, commands: [] })
    const strict = await createWorld({ settings: { default_mode: 'strict' } })
    expect(await strict.engine.createProject({ user_id: 'ada', name: 'new' })).toMatchObject({ mode: 'strict' })
    expect(await strict.engine.createProject({ user_id: 'ada', name: 'new', mode: 'rehearse' })).toMatchObject({ mode: 'rehearse' })
  })

  test('is kept where the project exists', async () => {
    const world = await createWorld()
    const request = { user_id: 'ada', name: 'x', workspace_id: 'w-7' }
    await world.engine.createProject({ ...request, mode: 'strict' })
    expect(await world.engine.createProject({ ...request, mode: 'rehearse' })).toMatchObject({ mode: 'strict' })
  })

  test('is changed by its operator, and the log says who and from where', async () => {
    const world = await createWorld({ mode: 'strict' })
    const changed = await world.engine.changeProject(world.operator, world.project.id, { mode: 'ask', from: '192.0.2.7' })
    expect(changed.mode).toBe('ask')
    expect(await changes(world)).toMatchObject([{ mode: 'ask', mode_before: 'strict', by: 'ada', from: '192.0.2.7' }])
    await world.engine.changeProject(world.operator, world.project.id, { mode: 'ask' })
    expect(await changes(world)).toHaveLength(1)
  })

  test('of another user does not exist', async () => {
    const world = await createWorld()
    const other = { ...world.operator, user_id: 'eve' }
    await expect(world.engine.changeProject(other, world.project.id, { mode: 'strict' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(world.engine.changeList(other, world.project.id, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is not set above the cap of the policy file, and is lowered by it in effect', async () => {
    const world = await createWorld({ mode: 'ask', policy: { ...NO_POLICY, maxMode: 'strict' } })
    await expect(world.engine.changeProject(world.operator, world.project.id, { mode: 'rehearse' })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      message: expect.stringContaining('max_mode = "strict"'),
    })
    await world.hello()
    expect(await world.call('write_file', { path: 'a.md', content: '' })).toMatchObject({ mode: 'strict' })
    expect(await world.engine.judge(world.agent, world.project, { tool_name: 'read_file', tool_params: { path: 'a' } })).toMatchObject({
      mode: 'strict',
    })
  })

  test('is that of a call for good: a change later does not touch what waits, nor its clearance', async () => {
    const world = await createWorld({ mode: 'ask' })
    await world.hello()
    const asked = await world.call('execute_command', { command: 'npm', args: ['ci'] })
    expect(await world.approvalOf(asked)).toMatchObject({ mode: 'ask' })
    await world.engine.changeProject(world.operator, world.project.id, { mode: 'strict' })
    await world.engine.decide(world.operator, await world.approvalOf(asked), YES)
    const running = await world.execution(asked.id)
    expect(running).toMatchObject({ status: 'executing', mode: 'ask' })
    expect(claimsOf(running.clearance)).toMatchObject({ mode: 'ask' })
    expect(await world.call('execute_command', { command: 'npm', args: ['ci'] })).toMatchObject({ mode: 'strict' })
  })

  test('rehearse is the mode of a verdict, and without layers not yet that of a call', async () => {
    const world = await createWorld({ mode: 'rehearse' })
    await world.hello()
    expect(await world.call('write_file', { path: 'a.md', content: '' })).toMatchObject({ mode: 'ask', status: 'pending' })
    const verdictOf = (tool_name: string, tool_params: object, mode?: 'ask' | 'rehearse') =>
      world.engine.judge(world.agent, world.project, { tool_name, tool_params: { ...tool_params }, mode })
    expect(await verdictOf('write_file', { path: 'a.md', content: '' })).toMatchObject({
      decision: 'rehearse',
      mode: 'rehearse',
      risk: 'MEDIUM',
    })
    expect(await verdictOf('write_file', { path: 'a.md', content: '' }, 'ask')).toMatchObject({ decision: 'ask', mode: 'ask' })
    expect(await verdictOf('read_file', { path: 'a.md' })).toMatchObject({ decision: 'allow' })
    expect(await verdictOf('write_file', { path: '.env', content: '' })).toMatchObject({ decision: 'deny' })
    expect(await verdictOf('git.commit', { message: 'x' })).toMatchObject({ decision: 'ask' })
    expect(await verdictOf('prompt_user', { message: 'x', actions: ['y'] })).toMatchObject({ decision: 'ask' })
    expect(await verdictOf('run_persistent', { command: 'npm start', process_id: 'p' })).toMatchObject({ decision: 'ask' })
  })
})

describe('the list of commands', () => {
  test('begins with the toolchains that the first runner found; later ones wait for the operator', async () => {
    const world = await createWorld()
    await helloWith(world)
    expect((await projectOf(world)).toolchains).toBeNull()
    await helloWith(world, { toolchains: ['node'] })
    expect((await projectOf(world)).toolchains).toEqual(['node'])
    await helloWith(world, { toolchains: ['node', 'rust'] })
    expect((await projectOf(world)).toolchains).toEqual(['node'])
    expect(await changes(world)).toMatchObject([{ listed: [{ kind: 'toolchain', name: 'node' }], by: 'runner' }])
    await world.engine.changeList(world.operator, world.project.id, { add: [{ kind: 'toolchain', name: 'rust' }] })
    expect((await projectOf(world)).toolchains).toEqual(['node', 'rust'])
  })

  test('is added to and removed from by the operator, once each, with a row of the log', async () => {
    const world = await createWorld()
    const entry = { kind: 'command', name: 'terraform plan' } as const
    for (let time = 0; time < 2; time++) await world.engine.changeList(world.operator, world.project.id, { add: [entry], from: '::1' })
    expect((await projectOf(world)).commands).toMatchObject([{ command: 'terraform plan', added_by: 'ada' }])
    for (let time = 0; time < 2; time++) await world.engine.changeList(world.operator, world.project.id, { remove: [entry] })
    expect((await projectOf(world)).commands).toEqual([])
    expect(await changes(world)).toMatchObject([{ listed: [entry], by: 'ada', from: '::1' }, { unlisted: [entry] }])
  })

  test.each(['bash', 'sudo ls', 'rm -rf', '/usr/bin/x', '../x.sh'])('never takes %s', async (name) => {
    const world = await createWorld()
    const change = world.engine.changeList(world.operator, world.project.id, { add: [{ kind: 'command', name }] })
    await expect(change).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
    expect((await projectOf(world)).commands).toEqual([])
  })

  test('is added to by an answer only with what the approval offers', async () => {
    const world = await createWorld()
    await world.hello()
    const asked = await world.call('execute_command', { command: 'npm', args: ['test'] })
    const approval = { ...(await world.approvalOf(asked)), list_offers: [{ kind: 'command', name: 'terraform plan' } as const] }
    await world.store.transact((tx) => tx.approvals.update(approval))
    const answer = (name: string) =>
      world.engine.decide(world.operator, approval, { ...YES, add_to_list: [{ kind: 'command' as const, name }] })
    await expect(answer('terraform')).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
    expect(await answer('terraform plan')).toMatchObject({ status: 'approved' })
    expect((await projectOf(world)).commands).toMatchObject([{ command: 'terraform plan', added_by: 'ada' }])
    expect((await world.approvalOf(asked)).decision).toMatchObject({ added_to_list: [{ name: 'terraform plan' }] })
  })

  test('is offered the commands and the toolchain of a call that are not on it', async () => {
    const world = await createWorld({ mode: 'ask' })
    await helloWith(world, { toolchains: [] })
    await helloWith(world, { toolchains: ['rust'] })
    const asked = await world.call('run_command', { command: 'terraform plan && ./deploy.sh staging && cargo test && ls' })
    const offers = [
      { kind: 'command', name: 'terraform plan' },
      { kind: 'command', name: './deploy.sh' },
      { kind: 'command', name: 'cargo test' },
      { kind: 'toolchain', name: 'rust' },
    ] as const
    expect((await world.approvalOf(asked)).list_offers).toEqual(offers)
    await world.engine.decide(world.operator, await world.approvalOf(asked), { ...YES, add_to_list: [...offers] })
    const again = await world.call('run_command', { command: 'terraform plan && ./deploy.sh staging && cargo test && ls' })
    expect((await world.approvalOf(again)).list_offers).toEqual([])
  })

  test('names a toolchain that appears later in an event, so that a page can show it', async () => {
    const world = await createWorld()
    await helloWith(world, { toolchains: ['node'] })
    const count = async () => (await world.events()).filter(({ type }) => type === 'runner.online').length
    const before = await count()
    await helloWith(world, { toolchains: ['node'] })
    expect(await count()).toBe(before)
    await helloWith(world, { toolchains: ['node', 'rust'] })
    expect(await count()).toBe(before + 1)
  })

  test('is part of the version that a clearance names, so that the runner judges by the same list', async () => {
    const world = await createWorld()
    await world.hello()
    const before = claimsOf((await world.call('read_file', { path: 'a' })).clearance).policy_version
    await world.engine.changeList(world.operator, world.project.id, { add: [{ kind: 'command', name: 'terraform plan' }] })
    const after = claimsOf((await world.call('read_file', { path: 'a' })).clearance).policy_version
    expect([before, after]).toEqual(['none', expect.stringMatching(/^none~[0-9a-f]{16}$/)])
  })
})

describe('absolute paths that begin with the root of the workspace', () => {
  test('are paths inside it, by either name of the root, and are judged by what they name there', async () => {
    const world = await createWorld()
    await helloWith(world, { workspace_names: ['/srv/link'] })
    for (const path of ['/home/ada/app/src/a.ts', '/srv/link/src/a.ts', '/home/ada/app/'])
      expect(await world.call('list_directory', { path })).toMatchObject({ status: 'executing', risk_level: 'LOW', tool_params: { path } })
    for (const path of ['/home/ada/app/.env', '/srv/link/.git/config'])
      expect(await world.call('read_file', { path })).toMatchObject({ status: 'failed', error_type: 'SENSITIVE_FILE' })
    for (const path of ['/home/ada/app-other/a', '/home/ada/app/../x', '/HOME/ada/app/a', '/etc/passwd'])
      expect(await world.call('read_file', { path })).toMatchObject({ status: 'failed', error_type: 'PATH_OUTSIDE_WORKSPACE' })
  })

  test('are refused on a channel that takes none', async () => {
    const world = await createWorld()
    await helloWith(world)
    const call = { tool_name: 'read_file', tool_params: { path: '/home/ada/app/a' }, relative_paths_only: true }
    expect(await world.engine.request(world.agent, world.project, call)).toMatchObject({ error_type: 'PATH_OUTSIDE_WORKSPACE' })
  })
})
