// Events for tests of whoever reads a stream: each type complete, with what the test says in place of the sample. Every one is
// held against the registry. Tests may name ids by short words; in the check each word stands for an id.
import { type EventType, findEventProblem, type StreamEvent } from '../src/index.ts'

const ID = '01890000-0000-7000-8000-000000000001'
const AT = '2026-01-01T00:00:01.000Z'
const DIGEST = '0'.repeat(64)

const call = { tool_id: ID, tool_name: 'read_file' }
const inTurn = { turn_id: ID, session_id: ID }
const noError = { error: null, error_code: null }
const device = { device_id: ID, name: 'VS Code on workstation', kind: 'editor', user_code: 'WXYZ-1234' }
const grant = { grant_id: ID, session_id: ID, covers: 'git commit' }
const resolved = { tool_id: ID, approval_id: ID, status: 'approved', tool_status: 'approved', by: null, comment: null }
const asked = {
  ...call,
  approval_id: ID,
  session_id: ID,
  agent: 'agent',
  tool_params: {},
  preview: null,
  risk_level: 'MEDIUM',
  reasons: [],
  timeout_seconds: 300,
  expires_at: AT,
  description: 'Read a file',
  digest: DIGEST,
}

const SAMPLES: Readonly<Record<EventType, object>> = {
  'tool.preview_request': { ...call, tool_params: {}, digest: DIGEST },
  'tool.execution_signal': { ...call, attempt_id: ID, tool_params: {}, digest: DIGEST, clearance: 'x' },
  'tool.cancel': { tool_id: ID, attempt_id: null },
  'tool.output': { tool_id: ID, stream: 'stdout', offset: 0, data: 'x' },
  'process.input': {
    tool_id: ID,
    attempt_id: ID,
    tool_params: { tool_id: ID, wait_id: '6f8d2e0a-3c11-4b3f-9a55-0f4f1d1f2a77', text: 'x' },
    digest: DIGEST,
    clearance: 'x',
  },
  'tool.result_ack': { tool_id: ID, status: 'received' },
  'tool.status': { ...call, status: 'executing' },
  'tool.late_result': { ...call, ...noError, session_id: ID, status: 'completed', execution_time_ms: null },
  'tool.approval_request': { ...asked, scopes: [] },
  'tool.approval_warning': { tool_id: ID, approval_id: ID, expires_at: AT },
  'tool.approval_resolved': { ...resolved, scope: null },
  'tool.question': asked,
  'tool.question_resolved': { ...resolved, status: 'answered', tool_status: 'completed', action: null },
  'chat.message': { ...inTurn, message_id: ID, role: 'assistant', content: 'x', tool_calls: [] },
  'chat.delta': { ...inTurn, step: 0, offset: 0, text: 'x' },
  'chat.turn': { ...inTurn, ...noError, status: 'started', model: 'm', steps: 0, input_tokens: 0, output_tokens: 0 },
  'files.changed': { paths: [] },
  'project.changed': { project_id: ID, name: 'thing', by: 'ada' },
  'runner.online': { runner_id: ID, isolation: 'sandbox', platform: 'linux' },
  'runner.offline': { runner_id: ID },
  'grant.created': grant,
  'grant.revoked': grant,
  'device.requested': { ...device, folders: ['thing'], address: '127.0.0.1', expires_at: AT },
  'device.answered': { ...device, status: 'allowed', by: 'ada' },
  'device.signed_in': device,
  'device.ended': { ...device, by: 'ada' },
  reset: { after: 0 },
  'stream.ended': { reason: 'token_expired', message: 'x' },
}

const HAS_NO_TIME: readonly EventType[] = ['tool.output', 'chat.delta']

export function sampleEvent(type: EventType, data: object = {}, id = 1): StreamEvent {
  const whole = { ...SAMPLES[type], ...(!HAS_NO_TIME.includes(type) && { timestamp: AT }), ...data }
  const problem = findEventProblem(type, withIds(whole))
  if (problem) throw new Error(problem)
  return { id, type, data: whole } as unknown as StreamEvent
}

const withIds = (data: object): object =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isId(name, value) ? ID : value]))

const isId = (name: string, value: unknown): boolean => typeof value === 'string' && name.endsWith('_id') && name !== 'call_id'
