// Every list, filter and figure of the interface.
import type { Agent } from 'node:http'
import { sendForJson } from '../client/send.ts'
import { callAs, type Ready } from '../ours/talk.ts'
import type { Asked } from './asked.ts'
import type { Filled } from './fill-store.ts'

export interface GrowthRequest {
  readonly title: string
  readonly path: string
  readonly role?: 'operator' | 'agent' | 'admin'
}

const LIMIT = 50

export async function listRequests({ agent, ready }: Asked, { session, cursorTime }: Filled): Promise<GrowthRequest[]> {
  const project = `/my/projects/${ready.project_id}`
  const made = await sendForJson<{ project: { id: string } }>(agent, callAs(ready, 'operator', '/my/projects', { name: 'empty' }))
  const history = (title: string, query: string) => ({ title: `history ${title}`, path: `/my/tools/history?limit=${LIMIT}${query}` })
  const own = `&project_id=${ready.project_id}`
  const until = `&until=${encodeURIComponent(cursorTime)}`
  const later = await pageAfter(agent, ready, `/my/tools/history?limit=${LIMIT}${own}&tool_name=read_file${until}`)
  return [
    history('of all projects', ''),
    history('of one project', own),
    history('by tool', '&tool_name=git.status'),
    history('by tool, one project', `${own}&tool_name=git.status`),
    history('by a tool that was never called', '&tool_name=undo'),
    history('by status', '&status=rejected'),
    history('by status, one project', `${own}&status=completed`),
    history('by risk', '&risk_level=MEDIUM'),
    history('by agent', '&agent=agent-3'),
    history('by session', `${own}&session_id=${session}`),
    history('by who made it', `${own}&made_by=operator`),
    history('by time', `${own}${until}`),
    history('by tool, status and risk', `${own}&tool_name=git.commit&status=completed&risk_level=MEDIUM`),
    history('by tool and status that never meet', `${own}&tool_name=git.status&status=rejected`),
    history('by search', `${own}&search=nowhere`),
    { title: 'history, a later page', path: `/my/tools/history?limit=${LIMIT}${own}&tool_name=read_file${until}&cursor=${later}` },
    history('of an empty second project', `&project_id=${made.project.id}`),
    history('of an empty second project, by tool', `&project_id=${made.project.id}&tool_name=read_file`),
    { title: 'approvals', path: `${project}/approvals?limit=${LIMIT}` },
    { title: 'approvals that wait', path: `${project}/approvals?status=pending&limit=${LIMIT}` },
    { title: 'approvals of an empty second project', path: `/my/projects/${made.project.id}/approvals?status=pending` },
    { title: 'overview', path: `${project}/overview` },
    { title: 'overview of a week', path: `${project}/overview?since=${new Date(Date.now() - 6 * 86_400_000).toISOString()}` },
    { title: 'grants', path: `${project}/grants?limit=${LIMIT}` },
    { title: 'sessions', path: `${project}/chat/sessions?limit=${LIMIT}` },
    { title: 'sessions that are open', path: `${project}/chat/sessions?open=true&limit=${LIMIT}` },
    { title: 'sessions that have ended', path: `${project}/chat/sessions?open=false&limit=${LIMIT}` },
    { title: 'sessions of an agent', path: `${project}/chat/sessions?agent=agent-3&limit=${LIMIT}` },
    { title: 'sessions by search', path: `${project}/chat/sessions?search=needle&limit=${LIMIT}` },
    { title: 'sessions by search, nothing found', path: `${project}/chat/sessions?search=nowhere&limit=${LIMIT}` },
    { title: 'one session', path: `${project}/chat/sessions/${session}` },
    { title: 'messages of a session', path: `${project}/chat/sessions/${session}/messages?limit=${LIMIT}` },
    { title: 'processes', path: `${project}/processes` },
    { title: 'projects', path: '/my/projects' },
    ...('admin' in ready.tokens ? [{ title: 'audit', path: `/my/audit?limit=${LIMIT}`, role: 'admin' as const }] : []),
  ]
}

async function pageAfter(agent: Agent, ready: Ready, path: string): Promise<string> {
  const { next_cursor = '' } = await sendForJson<{ next_cursor?: string }>(agent, callAs(ready, 'operator', path))
  return encodeURIComponent(next_cursor)
}
