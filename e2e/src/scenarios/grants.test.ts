// Grants: by class, by session, with an expiry, listed, revoked.

import { execFileSync } from 'node:child_process'
import type { GrantView } from '@countersign/protocol'
import { beforeAll, expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { createAgent } from '../world/clients/people.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
beforeAll(() => {
  execFileSync('git', ['init', '-q'], { cwd: world().workspace.path })
})

const git = (session_id: string, ...args: string[]) => world().agent.call('execute_command', { command: 'git', args }, { session_id })
const write = (session_id: string, path: string) => world().agent.call('write_file', { path, content: 'x\n' }, { session_id })
const grants = async () => (await world().operator.get<{ grants: GrantView[] }>(`/my/projects/${world().projectId}/grants`)).grants

async function openSession(): Promise<string> {
  const { session } = await world().agent.post<{ session: { id: string } }>(`/my/projects/${world().projectId}/chat/sessions`, {})
  return session.id
}

scenario('an answer for once covers this call only', { verifies: ['approvals.scope-once'] }, async () => {
  const session = await openSession()
  const first = await git(session, 'status')
  await world().operator.approve(first.approval_id as string, { scope: 'once' })
  await world().agent.end(first.tool_id)
  expect(await git(session, 'status')).toMatchObject({ status: 'awaiting_approval' })
})

scenario(
  'an answer for a class covers one sub-command and no other',
  { verifies: ['approvals.scope-class', 'approvals.grant-listed', 'approvals.grant-binds-call', 'events.grant', 'rest.grants'] },
  async () => {
    const session = await openSession()
    await using reader = await world().events()
    const first = await git(session, 'status')
    const approval = await world().operator.approval(first.approval_id as string)
    expect(approval.scopes.find(({ scope }) => scope === 'class')).toMatchObject({ label: 'git status' })
    await world().operator.approve(approval.id, { scope: 'class' })
    await world().agent.end(first.tool_id)
    const second = await git(session, 'status', '--short')
    expect(second).toMatchObject({ status: 'completed' })
    expect(await world().agent.see(second.tool_id)).toMatchObject({ requires_approval: false, cleared_by: { kind: 'grant' } })
    expect(await git(session, 'branch')).toMatchObject({ status: 'awaiting_approval' })
    await reader.next('grant.created', ({ session_id }) => session_id === session)
    expect((await grants()).find(({ session_id }) => session_id === session)).toMatchObject({ scope: 'class', matched: 1 })
  },
)

scenario(
  'an answer for the session covers every call but HIGH',
  { verifies: ['approvals.scope-session', 'approvals.grant-high', 'approvals.scope-other-agent'] },
  async () => {
    const session = await openSession()
    const first = await write(session, 'one.md')
    const approval = await world().operator.approval(first.approval_id as string)
    expect(approval.scopes.find(({ scope }) => scope === 'session')?.warning).toBeTruthy()
    await world().operator.approve(approval.id, { scope: 'session' })
    expect(await write(session, 'two.md')).toMatchObject({ status: 'completed' })
    expect(await git(session, 'status')).toMatchObject({ status: 'completed' })
    expect(await write(session, 'run.sh')).toMatchObject({ status: 'awaiting_approval' })
    expect(await write(await openSession(), 'three.md')).toMatchObject({ status: 'awaiting_approval' })
    const token = await world().createToken({ roles: ['agent'], agent: 'another', project: world().projectId })
    const another = createAgent(world().url, token, world().projectId)
    expect(await another.call('write_file', { path: 'four.md', content: 'x\n' })).toMatchObject({ status: 'awaiting_approval' })
  },
)

scenario('HIGH is covered where the operator ticked it', { verifies: ['approvals.grant-high'] }, async () => {
  const session = await openSession()
  const first = await write(session, 'a.sh')
  await world().operator.approve(first.approval_id as string, { scope: 'session', cover_high: true })
  await world().agent.end(first.tool_id)
  expect(await write(session, 'b.sh')).toMatchObject({ status: 'completed' })
})

scenario('a revoked grant covers nothing more', { verifies: ['approvals.grant-revoked'] }, async () => {
  const session = await openSession()
  const first = await write(session, 'r1.md')
  await world().operator.approve(first.approval_id as string, { scope: 'class' })
  await world().agent.end(first.tool_id)
  expect(await write(session, 'r2.md')).toMatchObject({ status: 'completed' })
  const grant = (await grants()).find(({ session_id }) => session_id === session) as GrantView
  await using reader = await world().events()
  await world().operator.delete(`/my/projects/${world().projectId}/grants/${grant.id}`)
  await reader.next('grant.revoked', ({ grant_id }) => grant_id === grant.id)
  expect(await write(session, 'r3.md')).toMatchObject({ status: 'awaiting_approval' })
})

scenario('a grant has an end', { verifies: ['approvals.grant-end'] }, async () => {
  const session = await openSession()
  const first = await write(session, 'e1.md')
  const tooLong = await world().operator.answer(first.approval_id as string, {
    decision: 'approved',
    scope: 'class',
    grant_seconds: 12 * 3600 + 1,
  })
  expect(tooLong.status).toBe(400)
  await world().operator.approve(first.approval_id as string, { scope: 'class', grant_seconds: 900 })
  await world().agent.end(first.tool_id)
  const grant = (await grants()).find(({ session_id }) => session_id === session) as GrantView
  expect(Date.parse(grant.expires_at ?? '') - Date.parse(grant.created_at)).toBe(900_000)
})

scenario(
  'a session that is deleted ends its grants and open calls',
  { verifies: ['approvals.session-delete', 'rest.sessions'] },
  async () => {
    const session = await openSession()
    const first = await write(session, 'd1.md')
    await world().operator.approve(first.approval_id as string, { scope: 'class' })
    await world().agent.end(first.tool_id)
    const open = await write(session, 'd2.sh')
    const path = `/my/projects/${world().projectId}/chat/sessions`
    expect((await world().agent.get<{ session: object }>(`${path}/${session}`)).session).toMatchObject({ id: session, ended_at: null })
    await world().operator.delete(`${path}/${session}`)
    expect(await world().agent.end(open.tool_id)).toMatchObject({ status: 'cancelled' })
    expect((await grants()).find(({ session_id, revoked_at }) => session_id === session && !revoked_at)).toBeUndefined()
    expect(
      (
        await world().agent.request('POST', '/my/tools/execute', {
          body: { tool_name: 'read_file', tool_params: { path: 'README.md' }, session_id: session },
        })
      ).status,
    ).toBe(404)
    const { sessions } = await world().operator.get<{ sessions: { id: string }[] }>(path)
    expect(sessions.map(({ id }) => id)).toContain(session)
  },
)
