// The schema, step by step. A released step is never changed: add a new one below it. Ids and digests are BLOBs, times are
// milliseconds, JSON is text: see sqlite-dialect.ts.

import { grantsSchema } from './grants-schema.ts'
import { growthSchema } from './growth-schema.ts'
import { searchSchema } from './search-schema.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

const belongsToProject = 'project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE'

const first = `
CREATE TABLE projects (
  id BLOB PRIMARY KEY, user_id TEXT NOT NULL, name TEXT NOT NULL, workspace_id TEXT NOT NULL, created_at INTEGER NOT NULL,
  last_seq INTEGER NOT NULL DEFAULT 0, last_hash BLOB NOT NULL DEFAULT (zeroblob(32))
);
CREATE INDEX projects_by_user ON projects (user_id, created_at);

CREATE TABLE sessions (
  id BLOB PRIMARY KEY, ${belongsToProject}, user_id TEXT NOT NULL, agent TEXT NOT NULL, title TEXT NOT NULL,
  created_at INTEGER NOT NULL, last_call_at INTEGER NOT NULL, ended_at INTEGER
);
CREATE INDEX sessions_by_agent ON sessions (project_id, agent, created_at, id);
CREATE INDEX open_sessions_by_silence ON sessions (last_call_at) WHERE ended_at IS NULL;

CREATE TABLE tool_executions (
  id BLOB PRIMARY KEY, user_id TEXT NOT NULL, ${belongsToProject}, session_id BLOB NOT NULL, agent TEXT NOT NULL, call_id TEXT,
  status TEXT NOT NULL, tool_name TEXT NOT NULL, tool_params TEXT NOT NULL, params_digest BLOB NOT NULL, params_masked INTEGER NOT NULL,
  call_digest BLOB NOT NULL, base_digests TEXT NOT NULL, risk_level TEXT, reasons TEXT NOT NULL, network INTEGER NOT NULL, call_class TEXT,
  requires_approval INTEGER NOT NULL, created_at INTEGER NOT NULL, runner_deadline_at INTEGER, approval_id BLOB, cleared_by TEXT,
  approved_at INTEGER, attempt_id BLOB, runner_id BLOB, clearance TEXT, started_at INTEGER, completed_at INTEGER,
  execution_time_ms INTEGER, result TEXT, result_digest BLOB, result_masked INTEGER NOT NULL, error TEXT, error_type TEXT
);
CREATE UNIQUE INDEX executions_by_call ON tool_executions (session_id, call_id);
CREATE INDEX open_executions ON tool_executions (project_id, session_id, runner_deadline_at) WHERE completed_at IS NULL;
CREATE INDEX executions_by_class ON tool_executions (project_id, call_class) WHERE call_class IS NOT NULL;
CREATE INDEX executions_by_user ON tool_executions (user_id, created_at);

CREATE TABLE approvals (
  id BLOB PRIMARY KEY, tool_id BLOB NOT NULL, ${belongsToProject}, session_id BLOB NOT NULL, user_id TEXT NOT NULL, agent TEXT NOT NULL,
  kind TEXT NOT NULL, status TEXT NOT NULL, tool_name TEXT NOT NULL, tool_params TEXT NOT NULL, description TEXT NOT NULL, preview TEXT,
  risk_level TEXT NOT NULL, reasons TEXT NOT NULL, scopes TEXT NOT NULL, digest BLOB NOT NULL, base_digests TEXT NOT NULL,
  timeout_seconds INTEGER NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, warned INTEGER NOT NULL, decision TEXT
);
CREATE INDEX approvals_by_expiry ON approvals (status, expires_at);
CREATE INDEX approvals_by_project ON approvals (project_id, status);

CREATE TABLE grants (
  id BLOB PRIMARY KEY, ${belongsToProject}, session_id BLOB NOT NULL, user_id TEXT NOT NULL, agent TEXT NOT NULL, approval_id BLOB NOT NULL,
  scope TEXT NOT NULL, class TEXT, covers TEXT NOT NULL, cover_high INTEGER NOT NULL,
  created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, revoked_at INTEGER
);
CREATE INDEX grants_by_session ON grants (session_id);
CREATE INDEX grants_by_project ON grants (project_id);

CREATE TABLE runners (
  id BLOB PRIMARY KEY, ${belongsToProject}, runner_id BLOB NOT NULL, user_id TEXT NOT NULL, tools TEXT NOT NULL, isolation TEXT NOT NULL,
  platform TEXT NOT NULL, said_hello INTEGER NOT NULL, online INTEGER NOT NULL, lease_expires_at INTEGER NOT NULL
);
CREATE INDEX runners_by_project ON runners (project_id);

CREATE TABLE events (
  ${belongsToProject}, seq INTEGER NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL, time INTEGER NOT NULL, hash BLOB NOT NULL,
  PRIMARY KEY (project_id, seq)
) WITHOUT ROWID;
`

const chat = `
ALTER TABLE sessions ADD COLUMN model TEXT;

CREATE TABLE messages (
  id BLOB PRIMARY KEY, ${belongsToProject}, session_id BLOB NOT NULL, user_id TEXT NOT NULL, turn_id BLOB NOT NULL, role TEXT NOT NULL,
  content TEXT NOT NULL, tool_calls TEXT NOT NULL, provider TEXT, created_at INTEGER NOT NULL
);
CREATE INDEX messages_by_session ON messages (session_id, created_at, id);
CREATE INDEX messages_by_project ON messages (project_id);

CREATE TABLE turns (
  id BLOB PRIMARY KEY, ${belongsToProject}, session_id BLOB NOT NULL, user_id TEXT NOT NULL, message_id BLOB NOT NULL, model TEXT NOT NULL,
  status TEXT NOT NULL, steps INTEGER NOT NULL, input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, error TEXT, error_type TEXT,
  created_at INTEGER NOT NULL, ended_at INTEGER
);
CREATE INDEX open_turns ON turns (session_id, created_at) WHERE ended_at IS NULL;
CREATE INDEX turns_by_project ON turns (project_id);
`

const lateResults = `
ALTER TABLE tool_executions ADD COLUMN output_bytes INTEGER;
ALTER TABLE tool_executions ADD COLUMN late_result TEXT;

CREATE TABLE call_events (
  tool_id BLOB NOT NULL, project_id BLOB NOT NULL, seqs TEXT NOT NULL, PRIMARY KEY (tool_id, project_id)
) WITHOUT ROWID;
CREATE TRIGGER forget_events_of_call AFTER DELETE ON tool_executions BEGIN
  DELETE FROM call_events WHERE tool_id = old.id;
END;
`

// Unknown for approvals that wait during the migration: they count as masked, so that their true text is shown.
const masked = `
ALTER TABLE approvals ADD COLUMN masked TEXT NOT NULL DEFAULT '[]';
UPDATE approvals SET masked = '["tool_params","preview"]' WHERE status = 'pending';
`

// Null if a row was written before forms existed; then only its text is available.
const sentenceForms = `
ALTER TABLE tool_executions ADD COLUMN reasons_forms TEXT;
ALTER TABLE tool_executions ADD COLUMN error_details TEXT;
ALTER TABLE approvals ADD COLUMN description_form TEXT;
ALTER TABLE approvals ADD COLUMN reasons_forms TEXT;
ALTER TABLE grants ADD COLUMN covers_form TEXT;
`

const devices = `
CREATE TABLE devices (
  id BLOB PRIMARY KEY, user_id TEXT NOT NULL, ${belongsToProject}, name TEXT NOT NULL, kind TEXT NOT NULL, folders TEXT NOT NULL,
  address TEXT NOT NULL, user_code TEXT NOT NULL, code_digest BLOB NOT NULL, status TEXT NOT NULL, created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL, answered_at INTEGER, answered_by TEXT, signed_in_at INTEGER, ended_at INTEGER
);
CREATE UNIQUE INDEX devices_by_code ON devices (code_digest);
CREATE INDEX devices_by_user ON devices (user_id, created_at, id);
CREATE INDEX devices_by_project ON devices (project_id);
CREATE INDEX devices_by_expiry ON devices (expires_at) WHERE status IN ('waiting', 'allowed');
`

// A project that exists was judged by what is called strict now, and goes on so: only its operator changes its mode, never an update.
const modes = `
ALTER TABLE projects ADD COLUMN mode TEXT NOT NULL DEFAULT 'strict';
ALTER TABLE projects ADD COLUMN toolchains TEXT;
ALTER TABLE projects ADD COLUMN commands TEXT NOT NULL DEFAULT '[]';
ALTER TABLE runners ADD COLUMN roots TEXT NOT NULL DEFAULT '[]';
ALTER TABLE runners ADD COLUMN toolchains TEXT NOT NULL DEFAULT '[]';
ALTER TABLE runners ADD COLUMN secrets_in_git TEXT;
ALTER TABLE tool_executions ADD COLUMN mode TEXT;
ALTER TABLE approvals ADD COLUMN mode TEXT;
ALTER TABLE approvals ADD COLUMN list_offers TEXT NOT NULL DEFAULT '[]';
`

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'projects, sessions, executions, approvals, grants, runners, events', sql: first },
  { version: 2, name: 'what undid an execution', sql: 'ALTER TABLE tool_executions ADD COLUMN undone_by BLOB;' },
  { version: 3, name: 'messages, turns', sql: chat },
  { version: 4, name: 'processes of a runner', sql: `ALTER TABLE runners ADD COLUMN processes TEXT NOT NULL DEFAULT '[]';` },
  { version: 5, name: 'turns of a session', sql: 'CREATE INDEX turns_by_session ON turns (session_id);' },
  { version: 6, name: 'the MCP client of a session', sql: 'ALTER TABLE sessions ADD COLUMN mcp_client TEXT;' },
  { version: 7, name: 'questions about a call', sql: 'CREATE INDEX approvals_by_call ON approvals (tool_id);' },
  { version: 8, name: 'late results, the length of outputs, events of a call', sql: lateResults },
  { version: 9, name: 'parts of an approval that are masked', sql: masked },
  { version: 10, name: 'lists and figures that do not grow', sql: growthSchema },
  { version: 11, name: 'sessions by their words', sql: searchSchema },
  { version: 12, name: 'a row to try writing with', sql: 'CREATE TABLE probes (id INTEGER PRIMARY KEY, room BLOB NOT NULL);' },
  { version: 13, name: 'sentences as forms with slots', sql: sentenceForms },
  { version: 14, name: 'runners that only read', sql: 'ALTER TABLE runners ADD COLUMN read_only INTEGER NOT NULL DEFAULT 0;' },
  { version: 15, name: 'devices', sql: devices },
  { version: 16, name: 'the form of the error of a turn', sql: 'ALTER TABLE turns ADD COLUMN error_form TEXT;' },
  { version: 17, name: 'grants for a project, classes of calls', sql: grantsSchema },
  { version: 18, name: 'the form of a note in a message', sql: 'ALTER TABLE messages ADD COLUMN note_form TEXT;' },
  { version: 19, name: 'modes, and lists of commands', sql: modes },
]
