// Answers that outlive their session: given for the project with an end or without, for one agent or all, as a yes or as a no.
import { parsePolicy } from '@countersign/policy'
import type { Approval, Execution } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { claimsOf, createWorld, NO, principal, type World, type WorldOptions, YES } from '../../test/world.ts'

const DAY_SECONDS = 24 * 3_600

async function asked(world: World, path: string, agent = 'coder'): Promise<Execution> {
  await world.hello()
  const call = { tool_name: 'write_file', tool_params: { path, content: 'x' } }
  const execution = await world.engine.request(principal(['agent'], agent), world.project, call)
  return execution.status === 'pending' ? world.preview(execution, path) : execution
}

interface Given {
  readonly world: World
  readonly approval: Approval
}

async function ask(path: string, options: WorldOptions = {}): Promise<Given> {
  const world = await createWorld(options)
  return { world, approval: await world.approvalOf(await asked(world, path)) }
}

const grantsOf = (world: World) => world.store.transact((tx) => tx.grants.find({ equal: { project_id: world.project.id } }))
const FOLDER = { scope: 'project', class: 'change:docs/**' } as const

describe('a grant for the project', () => {
  test('is offered for the file and its folder, with what it would have matched', async () => {
    const { world, approval } = await ask('docs/a.md')
    await world.engine.decide(world.operator, approval, YES)
    await asked(world, 'docs/guide/b.md')
    const { scopes } = await world.approvalOf(await asked(world, 'docs/c.md'))
    expect(scopes.filter(({ scope }) => scope === 'project')).toMatchObject([
      { class: 'change:docs/c.md', label: 'Always in this project: Changes to docs/c.md', matched: 0, recent: [] },
      { class: 'change:docs/**', matched: 2, recent: [{ title: 'Write docs/guide/b.md' }, { title: 'Write docs/a.md' }] },
    ])
    await world.pass(31 * DAY_SECONDS)
    const later = await world.approvalOf(await asked(world, 'docs/d.md'))
    expect(later.scopes.at(-1)).toMatchObject({ class: 'change:docs/**', matched: 0 })
  })

  test('outlives the session, until it is revoked, and says how often and when it was used', async () => {
    const { world, approval } = await ask('docs/a.md')
    await world.engine.decide(world.operator, approval, { ...YES, ...FOLDER })
    const [grant] = await grantsOf(world)
    expect(grant).toMatchObject({ scope: 'project', agent: 'coder', every_agent: false, expires_at: null, matched: 0, last_used_at: null })
    const session = await world.store.transact((tx) => tx.sessions.get(approval.session_id))
    if (session) await world.engine.endSession(session)
    await world.pass(60 * DAY_SECONDS)
    const covered = await asked(world, 'docs/guide/b.md')
    expect(covered).toMatchObject({ status: 'executing', cleared_by: { kind: 'grant', grant_id: grant?.id, paths: ['docs/**'] } })
    expect(covered.session_id).not.toBe(approval.session_id)
    expect(await grantsOf(world)).toMatchObject([{ matched: 1, last_used_at: new Date(world.now()).toISOString() }])
    expect((await asked(world, 'src/a.md')).status).toBe('awaiting_approval')
    if (grant) await world.engine.revokeGrant(grant, 'ada')
    expect((await asked(world, 'docs/c.md')).status).toBe('awaiting_approval')
    expect(await world.events()).toContainEqual(
      expect.objectContaining({ type: 'grant.revoked', grant_id: grant?.id, scope: 'project', by: 'ada' }),
    )
  })

  test.each([1, 7, 30] as const)('ends after %s days', async (grant_days) => {
    const { world, approval } = await ask('docs/a.md')
    await world.engine.decide(world.operator, approval, { ...YES, ...FOLDER, grant_days })
    await world.pass(grant_days * DAY_SECONDS - 1)
    expect((await asked(world, 'docs/b.md')).status).toBe('executing')
    await world.pass(2)
    expect((await asked(world, 'docs/c.md')).status).toBe('awaiting_approval')
  })

  test('is for the agent that asked, or for every agent', async () => {
    const one = await ask('docs/a.md')
    await one.world.engine.decide(one.world.operator, one.approval, { ...YES, ...FOLDER })
    expect((await asked(one.world, 'docs/b.md', 'another')).status).toBe('awaiting_approval')
    const every = await ask('docs/a.md')
    await every.world.engine.decide(every.world.operator, every.approval, { ...YES, ...FOLDER, every_agent: true })
    expect((await asked(every.world, 'docs/b.md', 'another')).status).toBe('executing')
  })

  test('covers HIGH only where that was ticked, and is not given for a HIGH call without', async () => {
    const { world, approval } = await ask('docs/a.md')
    await world.engine.decide(world.operator, approval, { ...YES, ...FOLDER })
    const script = await asked(world, 'docs/run.sh')
    expect(script.status).toBe('awaiting_approval')
    const high = await world.approvalOf(script)
    const bare = world.engine.decide(world.operator, high, { ...YES, scope: 'project', class: 'change:docs/run.sh' })
    await expect(bare).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS', message: expect.stringContaining('cover_high') })
    await world.engine.decide(world.operator, high, { ...YES, ...FOLDER, cover_high: true })
    expect((await asked(world, 'docs/other.sh')).status).toBe('executing')
  })

  test('is given only as offered: no further folder, no other end', async () => {
    const { world, approval } = await ask('docs/guide/a.md')
    const tries = [
      FOLDER,
      { scope: 'project', class: 'write_file' },
      { scope: 'project', grant_seconds: 60 },
      { scope: 'class', grant_days: 7 },
    ]
    for (const wrong of tries as object[])
      await expect(world.engine.decide(world.operator, approval, { ...YES, ...wrong })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
    expect(await grantsOf(world)).toEqual([])
  })

  test.each([
    ['ask', 'awaiting_approval', null],
    ['deny', 'failed', 'POLICY_DENIED'],
  ])('never beats a rule that says %s', async (action, status, error_type) => {
    const file = `[[rule]]\nname = "r"\ndo = "${action}"\npaths = ["docs/legal/**"]\nwhy = "w"\n`
    const { world, approval } = await ask('docs/a.md', { policy: parsePolicy(file) })
    await world.engine.decide(world.operator, approval, { ...YES, ...FOLDER, every_agent: true })
    expect(await asked(world, 'docs/legal/b.md')).toMatchObject({ status, error_type })
    expect((await asked(world, 'docs/b.md')).status).toBe('executing')
  })
})

describe('never', () => {
  const never = { ...NO, ...FOLDER }

  test('refuses such calls of every agent, says who decided and how to lift it, and ends when it is revoked', async () => {
    const { world, approval } = await ask('docs/a.md')
    await world.engine.decide(world.operator, approval, never)
    const [grant] = await grantsOf(world)
    expect(grant).toMatchObject({ never: true, every_agent: true, scope: 'project' })
    const refused = await asked(world, 'docs/b/c.md', 'another')
    expect(refused).toMatchObject({ status: 'failed', error_type: 'POLICY_DENIED', approval_id: null })
    expect(refused.error).toContain('ada said never in this project: Every change to files under docs/')
    expect(refused.error_details?.advice).toContain(`countersign grants revoke ${grant?.id}`)
    expect(await grantsOf(world)).toMatchObject([{ matched: 1 }])
    expect((await asked(world, 'src/a.md')).status).toBe('awaiting_approval')
    if (grant) await world.engine.revokeGrant(grant)
    expect((await asked(world, 'docs/b.md')).status).toBe('awaiting_approval')
  })

  test('beats a grant, an allow rule and what the session may do', async () => {
    const file = '[[rule]]\nname = "r"\ndo = "allow"\npaths = ["docs/**"]\nwhy = "w"\n'
    const { world, approval } = await ask('docs/a.sh', { policy: parsePolicy(file) })
    await world.engine.decide(world.operator, approval, { ...YES, scope: 'session', cover_high: true })
    const other = await world.approvalOf(await asked(world, 'docs/b.sh', 'another'))
    await world.engine.decide(world.operator, other, never)
    expect(await asked(world, 'docs/c.md')).toMatchObject({ status: 'failed', error_type: 'POLICY_DENIED' })
  })

  test('may be for this session only', async () => {
    const { world, approval } = await ask('docs/a.md')
    await world.engine.decide(world.operator, approval, { ...NO, scope: 'class', class: 'change:docs/**' })
    expect(await asked(world, 'docs/b.md')).toMatchObject({ error: expect.stringContaining('never in this session') })
    expect((await asked(world, 'docs/b.md', 'another')).status).toBe('awaiting_approval')
  })

  test('holds for what a link leads to, in the preview and at the runner', async () => {
    const { world, approval } = await ask('docs/a.md')
    await world.engine.decide(world.operator, approval, never)
    const call = { tool_name: 'write_file', tool_params: { path: 'link.md', content: 'x' } }
    const execution = await world.engine.request(world.agent, world.project, call)
    const shown = await world.engine.receivePreview(execution, {
      preview: { kind: 'text', text: 'x' },
      base_digests: { 'link.md': null, 'docs/a.md': null },
      resolved_paths: { 'link.md': 'docs/a.md' },
    })
    expect(shown).toMatchObject({ status: 'failed', error_type: 'POLICY_DENIED' })
    const free = await world.approvalOf(await asked(world, 'src/a.md'))
    await world.engine.decide(world.operator, free, YES)
    expect(claimsOf((await world.execution(free.tool_id)).clearance)).toMatchObject({ denied_paths: ['docs/**'] })
  })

  test('does not bind the operator', async () => {
    const { world, approval } = await ask('docs/a.md')
    await world.engine.decide(world.operator, approval, never)
    const save = { tool_name: 'write_file', tool_params: { path: 'docs/a.md', content: 'mine' }, base_digests: { 'docs/a.md': null } }
    expect((await world.engine.request(world.operator, world.project, save)).status).toBe('executing')
  })

  test('is answered once: the same again is the same, another class is refused', async () => {
    const { world, approval } = await ask('docs/a.md')
    const first = await world.engine.decide(world.operator, approval, never)
    expect(await world.engine.decide(world.operator, approval, never)).toEqual(first)
    for (const other of [NO, { ...never, class: 'change:docs/a.md' }])
      await expect(world.engine.decide(world.operator, approval, other)).rejects.toMatchObject({ http: 409 })
    expect(await grantsOf(world)).toHaveLength(1)
  })
})

test('a patch of several files is granted for all of them together', async () => {
  const change = (path: string) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`
  const world = await createWorld()
  await world.hello()
  const patch = async (...paths: string[]) => {
    const execution = await world.call('apply_patch', { diff: paths.map(change).join('') })
    return execution.status === 'pending' ? world.preview(execution, paths[0] ?? '') : execution
  }
  const approval = await world.approvalOf(await patch('docs/a.md', 'src/b.md'))
  const lasting = approval.scopes.filter(({ scope }) => scope === 'project')
  expect(lasting).toMatchObject([{ parts: [{ class: 'change:docs/a.md' }, { class: 'change:src/b.md' }] }])
  await world.engine.decide(world.operator, approval, { ...YES, scope: 'project' })
  expect(await grantsOf(world)).toHaveLength(2)
  expect(await patch('src/b.md', 'docs/a.md')).toMatchObject({ status: 'executing', cleared_by: { paths: ['src/b.md', 'docs/a.md'] } })
  expect((await patch('src/b.md')).status).toBe('executing')
  expect((await patch('src/b.md', 'src/c.md')).status).toBe('awaiting_approval')
})
