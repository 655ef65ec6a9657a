// Keeps lists and figures as fast with a million calls as with a thousand: an index for each list in its order, indexes of the
// few rows that are open or due, and sums that triggers update in the same transaction as the change.
import { DAY_MILLISECONDS, UNKNOWN_TOOL, WAIT_STEPS } from '@countersign/core'

const executionIndexes = `
DROP INDEX executions_by_user;
DROP INDEX open_executions;
DROP INDEX executions_by_call;
CREATE UNIQUE INDEX executions_by_call ON tool_executions (session_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX executions_by_time ON tool_executions (project_id, created_at, id);
CREATE INDEX executions_by_session ON tool_executions (session_id, created_at, id);
CREATE INDEX executions_by_group ON tool_executions (project_id, agent, tool_name, status, risk_level, created_at, id);
CREATE INDEX due_executions ON tool_executions (runner_deadline_at) WHERE runner_deadline_at IS NOT NULL;
CREATE INDEX open_by_session ON tool_executions (session_id, status) WHERE completed_at IS NULL;
CREATE INDEX open_by_project ON tool_executions (project_id, status, created_at, id) WHERE completed_at IS NULL;
`

const otherIndexes = `
ALTER TABLE projects ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
DROP INDEX projects_by_user;
CREATE INDEX projects_by_user ON projects (user_id, created_at, id) WHERE removed = 0;
CREATE INDEX removed_projects ON projects (id) WHERE removed = 1;

DROP INDEX approvals_by_expiry;
DROP INDEX approvals_by_project;
CREATE INDEX approvals_by_expiry ON approvals (expires_at) WHERE status = 'pending';
CREATE INDEX approvals_to_warn_of ON approvals (expires_at) WHERE status = 'pending' AND warned = 0;
CREATE INDEX approvals_by_time ON approvals (project_id, created_at, id);
CREATE INDEX approvals_by_status ON approvals (project_id, status, created_at, id);
CREATE INDEX approvals_by_user ON approvals (user_id, status, created_at, id);

CREATE INDEX sessions_by_time ON sessions (project_id, created_at, id);
CREATE INDEX open_sessions ON sessions (project_id, created_at, id) WHERE ended_at IS NULL;
CREATE INDEX open_sessions_by_agent ON sessions (project_id, agent, created_at, id) WHERE ended_at IS NULL;

DROP INDEX grants_by_project;
DROP INDEX grants_by_session;
CREATE INDEX grants_by_time ON grants (project_id, created_at, id);
CREATE INDEX active_grants ON grants (session_id, expires_at) WHERE revoked_at IS NULL;

DROP INDEX messages_by_project;
CREATE INDEX messages_by_time ON messages (project_id, created_at, id);
CREATE INDEX runners_by_lease ON runners (lease_expires_at) WHERE online = 1;
`

const sumTables = `
CREATE TABLE call_groups (
  project_id BLOB NOT NULL, agent TEXT NOT NULL, tool_name TEXT NOT NULL, status TEXT NOT NULL, risk_level TEXT NOT NULL,
  PRIMARY KEY (project_id, agent, tool_name, status, risk_level)
) WITHOUT ROWID;
CREATE TABLE call_days (
  project_id BLOB NOT NULL, day INTEGER NOT NULL, person TEXT NOT NULL, tool_name TEXT NOT NULL, risk_level TEXT NOT NULL,
  status TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (project_id, day, person, tool_name, risk_level, status)
) WITHOUT ROWID;
CREATE TABLE decision_days (
  project_id BLOB NOT NULL, day INTEGER NOT NULL, person TEXT NOT NULL, answer TEXT NOT NULL, tenths INTEGER NOT NULL,
  count INTEGER NOT NULL, PRIMARY KEY (project_id, day, person, answer, tenths)
) WITHOUT ROWID;
CREATE TABLE wait_steps (tenths INTEGER PRIMARY KEY);
INSERT INTO wait_steps (tenths) VALUES ${WAIT_STEPS.map((seconds) => `(${Math.round(seconds * 10)})`).join(', ')};
`

/** Calls of agents are counted together and those of each person separately, so that a person's own work can be left out. */
const personOf = (row: string) => `CASE WHEN ${row}.agent LIKE 'operator:%' THEN ${row}.agent ELSE 'agents' END`
const toolOf = (row: string) => `CASE WHEN ${row}.error_type = 'TOOL_NOT_FOUND' THEN '${UNKNOWN_TOOL}' ELSE ${row}.tool_name END`
const riskOf = (row: string) => `ifnull(${row}.risk_level, '')`
const dayOf = (row: string) => `${row}.created_at / ${DAY_MILLISECONDS}`
const groupOf = (row: string) => `${row}.project_id, ${row}.agent, ${row}.tool_name, ${row}.status, ${riskOf(row)}`
const keyOf = (row: string) => `${row}.project_id, ${dayOf(row)}, ${personOf(row)}, ${toolOf(row)}, ${riskOf(row)}, ${row}.status`
const count = (row: string, change: 1 | -1) =>
  `INSERT INTO call_days VALUES (${keyOf(row)}, ${change}) ON CONFLICT DO UPDATE SET count = count + ${change};`

const ANSWERED_AT = (status: string, row: string) => `CASE ${status} WHEN 'approved' THEN ${row}.approved_at ELSE ${row}.completed_at END`
const step = (milliseconds: string) => `(SELECT max(tenths) FROM wait_steps WHERE tenths <= max(0, (${milliseconds}) / 100))`

const triggers = `
CREATE TRIGGER count_new_call AFTER INSERT ON tool_executions BEGIN
  INSERT OR IGNORE INTO call_groups VALUES (${groupOf('new')});
  ${count('new', 1)}
END;
CREATE TRIGGER count_changed_call AFTER UPDATE OF status, risk_level ON tool_executions
WHEN old.status <> new.status OR old.risk_level IS NOT new.risk_level BEGIN
  INSERT OR IGNORE INTO call_groups VALUES (${groupOf('new')});
  ${count('old', -1)}
  ${count('new', 1)}
END;
CREATE TRIGGER count_answer AFTER UPDATE OF status ON tool_executions
WHEN old.status = 'awaiting_approval' AND new.status IN ('approved', 'executing', 'rejected', 'completed') BEGIN
  INSERT INTO decision_days SELECT a.project_id, ${dayOf('a')}, ${personOf('a')},
    CASE new.status WHEN 'rejected' THEN 'rejected' WHEN 'completed' THEN 'answered' ELSE 'approved' END,
    ${step(`CASE WHEN new.status IN ('approved', 'executing') THEN new.approved_at ELSE new.completed_at END - a.created_at`)}, 1
  FROM approvals AS a WHERE a.id = old.approval_id ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER count_expiry AFTER UPDATE OF status ON tool_executions
WHEN old.status = 'awaiting_approval' AND new.status = 'timeout' BEGIN
  INSERT INTO decision_days SELECT a.project_id, ${dayOf('a')}, ${personOf('a')}, 'expired', -1, 1
  FROM approvals AS a WHERE a.id = old.approval_id ON CONFLICT DO UPDATE SET count = count + 1;
END;
`

/** The sums of the rows that already exist. */
const firstSums = `
INSERT OR IGNORE INTO call_groups SELECT DISTINCT ${groupOf('e')} FROM tool_executions AS e;
INSERT INTO call_days SELECT ${keyOf('e')}, count(*) FROM tool_executions AS e GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO decision_days
  SELECT a.project_id, ${dayOf('a')}, ${personOf('a')}, a.status, ${step(`${ANSWERED_AT('a.status', 'e')} - a.created_at`)}, count(*)
  FROM approvals AS a JOIN tool_executions AS e ON e.id = a.tool_id
  WHERE a.status IN ('approved', 'rejected', 'answered') AND e.approval_id = a.id AND ${ANSWERED_AT('a.status', 'e')} IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5;
INSERT INTO decision_days
  SELECT a.project_id, ${dayOf('a')}, ${personOf('a')}, 'expired', -1, count(*) FROM approvals AS a WHERE a.status = 'expired' GROUP BY 1, 2, 3;
ALTER TABLE grants ADD COLUMN matched INTEGER NOT NULL DEFAULT 0;
UPDATE grants SET matched = used.calls FROM (
  SELECT replace(json_extract(cleared_by, '$.grant_id'), '-', '') AS id, count(*) AS calls FROM tool_executions
  WHERE typeof(cleared_by) = 'text' AND json_extract(cleared_by, '$.kind') = 'grant' GROUP BY 1
) AS used WHERE used.id = lower(hex(grants.id));
`

export const growthSchema = `${executionIndexes}${otherIndexes}${sumTables}${firstSums}${triggers}`
