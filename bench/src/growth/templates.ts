// One row of every kind, made by the real server and its runner: the rows that are copied a million times have their real shape.
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Places } from '../bare/start-bare.ts'
import { type Call, send, sendForJson } from '../client/send.ts'
import { startOurServer } from '../ours/start-ours.ts'
import { callAs, type Ready } from '../ours/talk.ts'
import { READ_PATH } from '../side.ts'

export interface Templates {
  readonly project: string
  readonly session: string
  /** Ids of calls, by outcome. */
  readonly calls: Readonly<Record<'read' | 'missing' | 'rejected' | 'approved' | 'waiting', string>>
}

interface Answered {
  readonly tool_id: string
  readonly approval_id?: string
  readonly session_id: string
}

const COMMIT = { command: 'git', args: ['commit', '-m', 'x'] }

export async function makeTemplates(places: Places): Promise<Templates> {
  const { server, ready } = await startOurServer(places)
  await using _stopped = server
  const agent = new Agent({ keepAlive: true })
  const tell = (call: Call) => sendForJson<Answered>(agent, call)
  const project = `/my/projects/${ready.project_id}`
  const call = (tool_name: string, tool_params: object, wait_seconds: number) =>
    tell(callAs(ready, 'agent', '/my/tools/execute', { tool_name, tool_params, project_id: ready.project_id, wait_seconds }))
  const answer = (asked: Answered, body: object) =>
    send(agent, callAs(ready, 'operator', `${project}/approvals/${asked.approval_id}/approve`, body))
  const asked = async () => untilAsked(agent, ready, await call('execute_command', COMMIT, 0))
  const read = await call('read_file', { path: READ_PATH }, 20)
  const missing = await call('read_file', { path: 'not/there.txt' }, 20)
  const rejected = await asked()
  await answer(rejected, { decision: 'rejected', reason: 'no' })
  const approved = await asked()
  await answer(approved, { decision: 'approved', scope: 'session' })
  await untilEnded(agent, ready, approved)
  const session = await sendForJson<Answered>(agent, callAs(ready, 'operator', `${project}/chat/messages`, { content: 'Read the notes' }))
  await pause(2_000)
  // The grant would cover it in its own session, so another session asks.
  const other = await sendForJson<{ session: { id: string } }>(
    agent,
    callAs(ready, 'agent', `${project}/chat/sessions`, { title: 'other' }),
  )
  const body = { tool_name: 'execute_command', tool_params: COMMIT, session_id: other.session.id, wait_seconds: 0 }
  const waiting = await untilAsked(agent, ready, await tell(callAs(ready, 'agent', '/my/tools/execute', body)))
  agent.destroy()
  const calls = { read, missing, rejected, approved, waiting }
  const ids = Object.fromEntries(Object.entries(calls).map(([name, { tool_id }]) => [name, tool_id])) as Templates['calls']
  return { project: ready.project_id, session: session.session_id, calls: ids }
}

async function untilAsked(agent: Agent, ready: Ready, { tool_id }: Answered): Promise<Answered> {
  for (let look = 0; look < 100; look++) {
    const now = await sendForJson<Answered>(agent, callAs(ready, 'operator', `/my/tools/${tool_id}`))
    if (now.approval_id) return now
    await pause(50)
  }
  throw new Error(`call ${tool_id} was not asked`)
}

/** The first sweep would find a copy of a running call a hundred thousand times. */
async function untilEnded(agent: Agent, ready: Ready, { tool_id }: Answered): Promise<void> {
  for (let look = 0; look < 400; look++) {
    const { status } = await sendForJson<{ status: string }>(agent, callAs(ready, 'operator', `/my/tools/${tool_id}`))
    if (status === 'completed' || status === 'failed') return
    await pause(50)
  }
  throw new Error(`call ${tool_id} did not end`)
}
