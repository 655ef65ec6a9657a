// Every table as data: its name in the database and the kind of each column.

import type { CallClassRow } from '@countersign/core'
import {
  type Approval,
  type Device,
  type Execution,
  type Grant,
  isEnd,
  type Message,
  type Project,
  type Runner,
  type Session,
  STATUSES,
  type Turn,
} from '@countersign/protocol'
import type { TableShape } from './kinds.ts'

const OPEN_STATUSES: readonly unknown[] = STATUSES.filter((status) => !isEnd(status))

const IS_OPEN = { column: 'status', values: OPEN_STATUSES } as const

export const executions: TableShape<Execution> = {
  name: 'tool_executions',
  // An ended call always has an end time and no deadline: see the moves in the lifecycle.
  few: [
    {
      index: 'due_executions',
      condition: '"runner_deadline_at" IS NOT NULL',
      when: { range: 'runner_deadline_at' },
    },
    {
      index: 'open_by_session',
      condition: '"completed_at" IS NULL',
      when: { oneOf: IS_OPEN, given: ['session_id'] },
    },
    { index: 'open_by_project', condition: '"completed_at" IS NULL', when: { oneOf: IS_OPEN } },
  ],
  fixed: ['id', 'user_id', 'project_id', 'session_id', 'agent', 'call_id', 'tool_name', 'created_at'],
  columns: {
    id: 'id',
    user_id: 'text',
    project_id: 'id',
    session_id: 'id',
    agent: 'text',
    call_id: 'text',
    status: 'text',
    tool_name: 'text',
    tool_params: 'json',
    params_digest: 'digest',
    params_masked: 'boolean',
    call_digest: 'digest',
    base_digests: 'json',
    risk_level: 'text',
    reasons: 'json',
    reasons_forms: 'json',
    network: 'boolean',
    mode: 'text',
    call_class: 'text',
    requires_approval: 'boolean',
    created_at: 'time',
    runner_deadline_at: 'time',
    approval_id: 'id',
    cleared_by: 'json',
    approved_at: 'time',
    attempt_id: 'id',
    runner_id: 'id',
    clearance: 'jws',
    started_at: 'time',
    completed_at: 'time',
    execution_time_ms: 'integer',
    result: 'json',
    result_digest: 'digest',
    result_masked: 'boolean',
    error: 'text',
    error_type: 'text',
    error_details: 'json',
    undone_by: 'id',
    output_bytes: 'integer',
    late_result: 'json',
  },
}

export const approvals: TableShape<Approval> = {
  name: 'approvals',
  few: [
    {
      index: 'approvals_to_warn_of',
      condition: `"status" = 'pending' AND "warned" = 0`,
      when: { equal: { status: 'pending', warned: false }, range: 'expires_at' },
    },
    { index: 'approvals_by_expiry', condition: `"status" = 'pending'`, when: { equal: { status: 'pending' }, range: 'expires_at' } },
  ],
  fixed: ['id', 'tool_id', 'project_id', 'session_id', 'user_id', 'agent', 'kind', 'created_at'],
  columns: {
    id: 'id',
    tool_id: 'id',
    project_id: 'id',
    session_id: 'id',
    user_id: 'text',
    agent: 'text',
    kind: 'text',
    status: 'text',
    tool_name: 'text',
    tool_params: 'json',
    description: 'text',
    description_form: 'json',
    preview: 'json',
    risk_level: 'text',
    reasons: 'json',
    reasons_forms: 'json',
    scopes: 'json',
    mode: 'text',
    list_offers: 'json',
    digest: 'digest',
    base_digests: 'json',
    timeout_seconds: 'integer',
    created_at: 'time',
    expires_at: 'time',
    warned: 'boolean',
    masked: 'json',
    decision: 'json',
  },
}

export const grants: TableShape<Grant> = {
  name: 'grants',
  few: [
    {
      index: 'project_grants',
      condition: `"scope" = 'project' AND "revoked_at" IS NULL`,
      when: { equal: { scope: 'project', revoked_at: null } },
    },
    { index: 'active_grants', condition: '"revoked_at" IS NULL', when: { equal: { revoked_at: null } } },
  ],
  fixed: ['id', 'project_id', 'session_id', 'user_id', 'agent', 'every_agent', 'approval_id', 'scope', 'never', 'class', 'created_at'],
  columns: {
    id: 'id',
    project_id: 'id',
    session_id: 'id',
    user_id: 'text',
    agent: 'text',
    every_agent: 'boolean',
    approval_id: 'id',
    scope: 'text',
    never: 'boolean',
    class: 'text',
    script: 'json',
    covers: 'text',
    covers_form: 'json',
    cover_high: 'boolean',
    created_at: 'time',
    expires_at: 'time',
    revoked_at: 'time',
    matched: 'integer',
    last_used_at: 'time',
  },
}

export const callClasses: TableShape<CallClassRow> = {
  name: 'call_classes',
  fixed: ['id', 'project_id', 'class', 'tool_id', 'created_at'],
  columns: { id: 'id', project_id: 'id', class: 'text', tool_id: 'id', created_at: 'time' },
}

export const sessions: TableShape<Session> = {
  name: 'sessions',
  few: [
    {
      index: 'open_sessions_by_silence',
      condition: '"ended_at" IS NULL',
      when: { equal: { ended_at: null }, range: 'last_call_at' },
    },
    { index: 'open_sessions_by_agent', condition: '"ended_at" IS NULL', when: { equal: { ended_at: null }, given: ['agent'] } },
    { index: 'open_sessions', condition: '"ended_at" IS NULL', when: { equal: { ended_at: null } } },
  ],
  fixed: ['id', 'project_id', 'user_id', 'agent', 'mcp_client', 'created_at'],
  columns: {
    id: 'id',
    project_id: 'id',
    user_id: 'text',
    agent: 'text',
    title: 'text',
    model: 'text',
    mcp_client: 'json',
    created_at: 'time',
    last_call_at: 'time',
    ended_at: 'time',
  },
}

export const messages: TableShape<Message> = {
  name: 'messages',
  fixed: ['id', 'project_id', 'session_id', 'user_id', 'turn_id', 'role', 'created_at'],
  columns: {
    id: 'id',
    project_id: 'id',
    session_id: 'id',
    user_id: 'text',
    turn_id: 'id',
    role: 'text',
    content: 'text',
    note_form: 'json',
    tool_calls: 'json',
    provider: 'json',
    created_at: 'time',
  },
}

export const turns: TableShape<Turn> = {
  name: 'turns',
  few: [{ index: 'open_turns', condition: '"ended_at" IS NULL', when: { equal: { ended_at: null } } }],
  fixed: ['id', 'project_id', 'session_id', 'user_id', 'message_id', 'model', 'created_at'],
  columns: {
    id: 'id',
    project_id: 'id',
    session_id: 'id',
    user_id: 'text',
    message_id: 'id',
    model: 'text',
    status: 'text',
    steps: 'integer',
    input_tokens: 'integer',
    output_tokens: 'integer',
    error: 'text',
    error_form: 'json',
    error_type: 'text',
    created_at: 'time',
    ended_at: 'time',
  },
}

export const devices: TableShape<Device> = {
  name: 'devices',
  few: [
    {
      index: 'devices_by_expiry',
      condition: `"status" IN ('waiting', 'allowed')`,
      when: { oneOf: { column: 'status', values: ['waiting', 'allowed'] }, range: 'expires_at' },
    },
  ],
  fixed: ['id', 'user_id', 'project_id', 'name', 'kind', 'folders', 'address', 'user_code', 'code_digest', 'created_at'],
  columns: {
    id: 'id',
    user_id: 'text',
    project_id: 'id',
    name: 'text',
    kind: 'text',
    folders: 'json',
    address: 'text',
    user_code: 'text',
    code_digest: 'digest',
    status: 'text',
    created_at: 'time',
    expires_at: 'time',
    answered_at: 'time',
    answered_by: 'text',
    signed_in_at: 'time',
    ended_at: 'time',
  },
}

/** The row also has `last_seq` and `last_hash`, which belong to the log: no record shows them and no update changes them. */
export const projects: TableShape<Project> = {
  name: 'projects',
  removed: 'removed',
  fixed: ['id', 'user_id', 'created_at'],
  columns: {
    id: 'id',
    user_id: 'text',
    name: 'text',
    workspace_id: 'text',
    mode: 'text',
    toolchains: 'json',
    commands: 'json',
    created_at: 'time',
  },
}

export const runners: TableShape<Runner> = {
  name: 'runners',
  few: [
    {
      index: 'runners_by_lease',
      condition: '"online" = 1',
      when: { equal: { online: true }, range: 'lease_expires_at' },
    },
  ],
  fixed: ['id', 'project_id'],
  columns: {
    id: 'id',
    project_id: 'id',
    runner_id: 'id',
    user_id: 'text',
    tools: 'json',
    isolation: 'text',
    platform: 'text',
    read_only: 'boolean',
    roots: 'json',
    toolchains: 'json',
    secrets_in_git: 'text',
    said_hello: 'boolean',
    online: 'boolean',
    lease_expires_at: 'time',
    processes: 'json',
  },
}
