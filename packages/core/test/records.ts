// Whole records for tests of stores: every column filled with something that is easy to lose.
import { randomBytes } from 'node:crypto'
import {
  type Approval,
  type Device,
  digestOf,
  type Execution,
  type Grant,
  type Message,
  NOTHING_YET,
  type Project,
  type Runner,
  type Session,
  type Turn,
  uuidv7,
} from '@countersign/protocol'
import type { ExecutionWrite, Transaction } from '../src/index.ts'

let clock = Date.parse('2026-01-01T00:00:00.000Z')

/** Later than every id before it. */
export const nextId = <Id extends string>(): Id => uuidv7<Id>(++clock, randomBytes(10))

export const AT = '2026-01-01T00:00:00.000Z'

/** So many seconds later. */
export const at = (seconds: number): string => new Date(Date.parse(AT) + seconds * 1000).toISOString()

export const sampleProject = (changes: Partial<Project> = {}): Project => ({
  id: nextId(),
  user_id: 'ada',
  name: 'Größe "x"',
  workspace_id: 'w-1',
  mode: 'ask',
  toolchains: ['node'],
  commands: [{ command: 'terraform plan', added_by: 'ada', added_at: AT }],
  created_at: AT,
  ...changes,
})

export const sampleSession = ({ id }: Project, changes: Partial<Session> = {}): Session => ({
  id: nextId(),
  project_id: id,
  user_id: 'ada',
  agent: 'agent',
  title: '',
  model: null,
  mcp_client: null,
  created_at: AT,
  last_call_at: AT,
  ended_at: null,
  ...changes,
})

export const sampleRunner = ({ id }: Project, changes: Partial<Runner> = {}): Runner => ({
  id,
  project_id: id,
  runner_id: nextId(),
  user_id: 'ada',
  tools: ['read_file', 'write_file'],
  isolation: 'sandbox',
  platform: 'linux',
  read_only: false,
  roots: ['/home/ada/app'],
  toolchains: ['node', 'rust'],
  secrets_in_git: 'none',
  said_hello: true,
  online: true,
  lease_expires_at: AT,
  processes: [
    {
      process_id: 'web',
      tool_id: nextId(),
      pid: 7,
      started_at: AT,
      running: false,
      exit_code: null,
      signal: 'SIGKILL',
      ended_at: AT,
      how_ended: 'it was "stopped"',
    },
  ],
  ...changes,
})

export const sampleGrant = ({ id }: Project, changes: Partial<Grant> = {}): Grant => ({
  id: nextId(),
  project_id: id,
  session_id: nextId(),
  user_id: 'ada',
  agent: 'agent',
  every_agent: true,
  approval_id: nextId(),
  scope: 'class',
  never: true,
  class: 'execute_command:git commit',
  script: { kind: 'package', name: 'test', folder: '.', digest: digestOf('vitest run') },
  covers: 'git commit',
  covers_form: null,
  cover_high: false,
  created_at: AT,
  expires_at: AT,
  revoked_at: null,
  matched: 3,
  last_used_at: AT,
  ...changes,
})

export const sampleExecution = ({ id }: Project, changes: Partial<Execution> = {}): Execution =>
  ({
    status: 'pending',
    id: nextId(),
    user_id: 'ada',
    project_id: id,
    session_id: nextId(),
    agent: 'agent',
    call_id: null,
    tool_name: 'write_file',
    tool_params: { path: 'ü.md', content: 'one\ntwo\u0000"\\' },
    call_class: 'execute_command:git commit',
    params_digest: digestOf('params'),
    params_masked: true,
    call_digest: digestOf('call'),
    base_digests: { 'ü.md': null, 'b.md': digestOf('b') },
    risk_level: 'MEDIUM',
    reasons: ['Writes ü.md'],
    reasons_forms: [{ form: 'reason.writes', slots: { path: 'ü.md' } }],
    network: false,
    mode: 'ask',
    requires_approval: true,
    created_at: AT,
    ...NOTHING_YET,
    error_details: null,
    ...changes,
  }) as Execution

/** Puts a record in place as it is, or as it becomes: tests of stores have no engine whose work would record it. */
export async function putExecution(tx: Transaction, execution: Execution, from: Execution['status'] | null = null): Promise<void> {
  const before = from === null ? null : await tx.executions.get(execution.id)
  const isAsSaid = before === null || before?.status === from
  if (!isAsSaid || !(await tx.executions.write({ before, execution } as ExecutionWrite))) throw new Error(`the execution is not ${from}`)
}

export const sampleApproval = ({ id }: Project, changes: Partial<Approval> = {}): Approval => ({
  id: nextId(),
  tool_id: nextId(),
  project_id: id,
  session_id: nextId(),
  user_id: 'ada',
  agent: 'agent',
  kind: 'approval',
  status: 'pending',
  tool_name: 'execute_command',
  tool_params: { command: 'git', args: ['push'] },
  description: 'Run git push',
  description_form: { form: 'title.run', slots: { command: 'git push' } },
  preview: { kind: 'text', text: 'git push' },
  risk_level: 'HIGH',
  reasons: ['sends to a remote', 'uses the network'],
  reasons_forms: null,
  scopes: [{ scope: 'once', label: 'Once', covers: 'this call' }],
  mode: 'ask',
  list_offers: [{ kind: 'command', name: 'terraform plan' }],
  digest: digestOf('call'),
  base_digests: {},
  timeout_seconds: 600,
  created_at: AT,
  expires_at: AT,
  warned: false,
  masked: [],
  decision: null,
  ...changes,
})

export const sampleMessage = ({ id }: Project, changes: Partial<Message> = {}): Message => ({
  id: nextId(),
  project_id: id,
  session_id: nextId(),
  user_id: 'ada',
  turn_id: nextId(),
  role: 'assistant',
  note_form: { form: 'turn.answer-cut' },
  content: 'one\ntwo\u0000"ü"',
  tool_calls: [{ call_id: 'x/1', tool_name: 'read_file', tool_params: { path: 'ü', nested: [{ a: null }] }, error: 'no "JSON"' }],
  provider: { parts: [{ signature: 's', thinking: '…' }] },
  created_at: AT,
  ...changes,
})

export const sampleTurn = ({ id }: Project, changes: Partial<Turn> = {}): Turn => ({
  id: nextId(),
  project_id: id,
  session_id: nextId(),
  user_id: 'ada',
  message_id: nextId(),
  model: 'first "model"',
  status: 'failed',
  steps: 3,
  input_tokens: 2_000_000,
  output_tokens: 7,
  error: 'The key is wrong.',
  error_form: { form: 'text', slots: { text: 'The key is wrong.' } },
  error_type: 'INTERNAL',
  created_at: AT,
  ended_at: AT,
  ...changes,
})

export const sampleDevice = ({ id }: Project, changes: Partial<Device> = {}): Device => ({
  id: nextId(),
  user_id: 'ada',
  project_id: id,
  name: 'VS Code on "größe"',
  kind: 'editor',
  folders: ['ü', 'b'],
  address: '127.0.0.1',
  user_code: 'WXZB-1234',
  code_digest: digestOf(nextId()),
  status: 'signed_in',
  created_at: AT,
  expires_at: AT,
  answered_at: AT,
  answered_by: 'ada',
  signed_in_at: AT,
  ended_at: null,
  ...changes,
})
