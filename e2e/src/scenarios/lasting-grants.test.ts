// Lasting answers: a yes or a no for the project, through restarts, for one agent or all, listed, exported and revoked.
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NO_POLICY, parsePolicy } from '@countersign/policy'
import type { GrantView } from '@countersign/protocol'
import { createShellGrammar } from '@countersign/shell-grammar'
import { judgeCall, keysOf } from '@countersign/tools'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { createAgent } from '../world/clients/people.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const write = (path: string, agent = world().agent) => agent.call('write_file', { path, content: 'x\n' })
const grantsOf = async () => (await world().operator.get<{ grants: GrantView[] }>(`/my/projects/${world().projectId}/grants`)).grants
const grantOf = async (key: string) => (await grantsOf()).find((grant) => grant.class === key && grant.revoked_at === null) as GrantView
const revoke = (id: string) => world().operator.delete(`/my/projects/${world().projectId}/grants/${id}`)

async function anotherAgent() {
  const token = await world().createToken({ roles: ['agent'], agent: 'another', project: world().projectId })
  return createAgent(world().url, token, world().projectId)
}

scenario(
  'an answer for the project outlives sessions and restarts, and is for the agent that asked',
  { verifies: ['approvals.scope-project', 'approvals.project-offer', 'approvals.project-agent'] },
  async () => {
    const first = await write('docs/a.md')
    const approval = await world().operator.approval(first.approval_id as string)
    expect(approval.scopes.filter(({ scope }) => scope === 'project')).toMatchObject([
      { class: 'change:docs/a.md', matched: 0, recent: [] },
      { class: 'change:docs/**', matched: 0, recent: [] },
    ])
    await world().operator.approve(approval.id, { scope: 'project', class: 'change:docs/**' })
    await world().agent.end(first.tool_id)
    await world().operator.delete(`/my/projects/${world().projectId}/chat/sessions/${first.session_id}`)
    await world().server().kill()
    await world().restartServer()
    const second = await write('docs/deep/b.md')
    expect(await world().agent.end(second.tool_id)).toMatchObject({ status: 'completed' })
    const grant = await grantOf('change:docs/**')
    expect(grant).toMatchObject({ scope: 'project', matched: 1, expires_at: null, every_agent: false, last_used_at: expect.any(String) })
    const other = await anotherAgent()
    const asked = await write('docs/c.md', other)
    expect(asked).toMatchObject({ status: 'awaiting_approval' })
    const offered = (await world().operator.approval(asked.approval_id as string)).scopes.find(
      ({ scope, class: key }) => scope === 'project' && key === 'change:docs/**',
    )
    expect(offered).toMatchObject({ matched: 2, recent: [{ title: 'Write docs/deep/b.md' }, { title: 'Write docs/a.md' }] })
    await world().operator.approve(asked.approval_id as string, {
      scope: 'project',
      class: 'change:docs/**',
      every_agent: true,
      grant_days: 7,
    })
    await revoke(grant.id)
    expect(await world().agent.end((await write('docs/d.md')).tool_id)).toMatchObject({ status: 'completed' })
    const every = await grantOf('change:docs/**')
    expect(Date.parse(every.expires_at ?? '') - Date.parse(every.created_at)).toBe(7 * 86_400_000)
    await revoke(every.id)
    expect(await write('docs/e.md')).toMatchObject({ status: 'awaiting_approval' })
  },
)

scenario('a grant for a folder does not follow a link out of it', { verifies: ['approvals.grant-binds-call'] }, async () => {
  const first = await write('linked/a.md')
  await world().operator.approve(first.approval_id as string, { scope: 'project', class: 'change:linked/**' })
  await world().agent.end(first.tool_id)
  expect(await world().agent.end((await write('linked/b.md')).tool_id)).toMatchObject({ status: 'completed' })
  writeFileSync(join(world().workspace.path, 'other.md'), 'other\n')
  symlinkSync('../other.md', join(world().workspace.path, 'linked/out.md'))
  const { tool_id } = await write('linked/out.md')
  await expect.poll(() => world().agent.see(tool_id)).toMatchObject({ status: 'awaiting_approval' })
})

scenario('HIGH is granted to the project only with the tick', { verifies: ['approvals.project-high'] }, async () => {
  const first = await write('tools/a.sh')
  const bare = { decision: 'approved', scope: 'project', class: 'change:tools/**' } as const
  expect((await world().operator.answer(first.approval_id as string, bare)).status).toBe(400)
  await world().operator.approve(first.approval_id as string, { ...bare, cover_high: true })
  await world().agent.end(first.tool_id)
  expect(await world().agent.end((await write('tools/b.sh')).tool_id)).toMatchObject({ status: 'completed' })
})

scenario(
  'never, in this project, refuses every agent until it is revoked',
  { verifies: ['approvals.never', 'approvals.grants-export', 'rest.grants'] },
  async () => {
    const first = await write('legal/a.md')
    const path = `/my/projects/${world().projectId}/approvals/${first.approval_id}/reject`
    await world().operator.post(path, { scope: 'project', class: 'change:legal/**', reason: 'lawyers only' })
    await world().server().kill()
    await world().restartServer()
    const refused = await write('legal/deep/b.md', await anotherAgent())
    expect(refused).toMatchObject({
      status: 'failed',
      error_code: 'POLICY_DENIED',
      error: expect.stringContaining('said never in this project'),
    })
    const grant = await grantOf('change:legal/**')
    expect(grant).toMatchObject({ never: true, every_agent: true, matched: 1 })
    const { toml } = await world().operator.get<{ toml: string }>(`/my/projects/${world().projectId}/grants/rules`)
    expect(parsePolicy(toml).rules.find(({ name }) => name === `grant ${grant.id}`)).toMatchObject({ do: 'deny', paths: ['legal/**'] })
    await revoke(grant.id)
    expect(await write('legal/c.md')).toMatchObject({ status: 'awaiting_approval' })
  },
)

scenario('one thing is one class, however it is called', { verifies: ['approvals.one-class'] }, async () => {
  const guard = {
    isolation: 'sandbox',
    mode: 'ask',
    policy: NO_POLICY,
    parseShell: await createShellGrammar().load(),
    toolchains: ['node', 'make'],
  } as const
  const keys = (tool: string, params: Record<string, unknown>) => {
    const judged = judgeCall(tool, params, guard)
    if ('refusal' in judged) throw new Error(judged.refusal.message)
    return judged.pieces.filter(({ risk }) => risk !== 'LOW').flatMap(keysOf)
  }
  const line = (command: string) => keys('run_command', { command })
  expect(keys('execute_command', { command: 'npm', args: ['test'] })).toEqual(['command:npm script test'])
  for (const command of ['npm test', 'npm test 2>&1 | tail -5', 'timeout 60 npm test', 'npm test || true', 'bash -lc "npm test"', 'npm t'])
    expect(line(command), command).toEqual(['command:npm script test'])
  expect(line('cd api && npm test')).toEqual(['command@api:npm script test'])
  expect(line('npm run build && npm run lint')).toEqual(['command:npm script build', 'command:npm script lint'])
})
