// How to talk to a server that `countersign serve` started, from its ready file.
import type { Agent } from 'node:http'
import { type Call, sendForJson } from '../client/send.ts'
import { READ_PATH, type Side, WRITE_PATH } from '../side.ts'

export interface Ready {
  readonly url: string
  readonly project_id: string
  readonly tokens: { readonly operator: string; readonly agent: string; readonly runner: string; readonly admin?: string }
}

interface HistoryPage {
  readonly executions: readonly object[]
  readonly next_cursor?: string
}

type Role = keyof Ready['tokens']

export function talkTo(ready: Ready, agent: Agent): Pick<Side, 'read' | 'approved' | 'streams' | 'countCompleted'> {
  const project = `/my/projects/${ready.project_id}`
  const tool = (tool_name: string, tool_params: object) => ({ tool_name, tool_params, project_id: ready.project_id, wait_seconds: 60 })
  const stream = (role: Role) => ({ url: `${ready.url}${project}/chat/stream`, headers: bearer(ready, role) })
  return {
    read: callAs(ready, 'agent', '/my/tools/execute', tool('read_file', { path: READ_PATH })),
    approved: {
      ask: callAs(ready, 'agent', '/my/tools/execute', tool('write_file', { path: WRITE_PATH, content: 'number {n}\n' })),
      wait: callAs(ready, 'agent', '/my/tools/{tool_id}?wait_seconds=60'),
      approve: callAs(ready, 'operator', `${project}/approvals/{approval_id}/approve`, { decision: 'approved' }),
    },
    streams: { operator: stream('operator'), runner: stream('runner') },
    countCompleted: () => countCompleted(ready, agent),
  }
}

export const bearer = ({ tokens }: Ready, role: Role) => ({ authorization: `Bearer ${tokens[role]}` })

export function callAs(ready: Ready, role: Role, path: string, body?: object): Call {
  const call = { url: `${ready.url}${path}`, headers: bearer(ready, role) }
  return body ? { method: 'POST', body: JSON.stringify(body), ...call } : { method: 'GET', ...call }
}

async function countCompleted(ready: Ready, agent: Agent): Promise<number> {
  let count = 0
  let cursor: string | undefined
  do {
    const path = `/my/tools/history?status=completed&limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const page = await sendForJson<HistoryPage>(agent, callAs(ready, 'operator', path))
    count += page.executions.length
    cursor = page.next_cursor
  } while (cursor)
  return count
}
