// A valid body for every route that takes one. A new route without one here does not compile.
import { randomUUID } from 'node:crypto'
import type { ROUTES, RouteName } from '@countersign/protocol'
import { helloOf, type World } from './world.ts'

type WithBody = { [N in RouteName]: (typeof ROUTES)[N] extends { body: unknown } ? N : never }[RouteName]

export const goodBodies = ({ ids, runner }: World): Record<WithBody, object> & Partial<Record<RouteName, object>> => ({
  exchange: { code: 'unknown' },
  askForAccess: { name: 'an editor' },
  collectAccess: { device_code: 'unknown' },
  allowDevice: { user_code: 'WXZB-1234' },
  refuseDevice: { user_code: 'WXZB-1234' },
  createProject: { name: 'another' },
  patchProject: { name: 'renamed' },
  addCommand: { kind: 'command', name: 'terraform plan' },
  removeCommand: { kind: 'command', name: 'terraform plan' },
  createSession: { title: 'a session' },
  patchSession: { title: 'a better title', model: 'offline' },
  sendMessage: { content: 'list files' },
  execute: { tool_name: 'read_file', tool_params: { path: 'a.txt' }, project_id: ids.p, wait_seconds: 0 },
  hello: helloOf(runner),
  heartbeat: { runner_id: runner },
  filesChanged: { paths: ['a.txt'] },
  postPreview: { preview: { kind: 'text', text: 'x' }, base_digests: {}, resolved_paths: {} },
  postOutput: { attempt_id: randomUUID(), stream: 'stdout', offset: 0, data: 'x' },
  postResult: { status: 'completed', result: {} },
  approve: { decision: 'approved' },
  reject: { reason: 'no' },
  decideBatch: { decisions: [{ approval_id: ids.a, decision: 'approved' }] },
  confirmApproval: { decision: 'approved' },
  answerQuestion: { action: 'yes' },
  mcpSend: { jsonrpc: '2.0', id: 1, method: 'ping', params: {} },
  checkPolicy: { tool_name: 'read_file', tool_params: { path: 'a.txt' } },
})
