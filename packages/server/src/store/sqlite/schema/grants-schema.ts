// Grants that outlive their session, and the classes of calls, by which an offer says what it would have matched.

/** Calls that are older are not looked at by any offer. */
const KEPT_DAYS = 30

// The table is made anew, because a grant may now have no end and SQLite cannot lift NOT NULL.
export const grantsSchema = `
CREATE TABLE grants_next (
  id BLOB PRIMARY KEY, project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE, session_id BLOB NOT NULL,
  user_id TEXT NOT NULL, agent TEXT NOT NULL, every_agent INTEGER NOT NULL DEFAULT 0, approval_id BLOB NOT NULL, scope TEXT NOT NULL,
  never INTEGER NOT NULL DEFAULT 0, class TEXT, script TEXT, covers TEXT NOT NULL, covers_form TEXT, cover_high INTEGER NOT NULL,
  created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER, matched INTEGER NOT NULL DEFAULT 0, last_used_at INTEGER
);
INSERT INTO grants_next (id, project_id, session_id, user_id, agent, approval_id, scope, class, covers, covers_form, cover_high,
  created_at, expires_at, revoked_at, matched)
SELECT id, project_id, session_id, user_id, agent, approval_id, scope, class, covers, covers_form, cover_high,
  created_at, expires_at, revoked_at, matched FROM grants;
DROP TABLE grants;
ALTER TABLE grants_next RENAME TO grants;
CREATE INDEX grants_by_time ON grants (project_id, created_at, id);
CREATE INDEX active_grants ON grants (session_id, expires_at) WHERE revoked_at IS NULL;
CREATE INDEX project_grants ON grants (project_id, created_at) WHERE scope = 'project' AND revoked_at IS NULL;

CREATE TABLE call_classes (
  id BLOB PRIMARY KEY, project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE, class TEXT NOT NULL,
  tool_id BLOB NOT NULL, created_at INTEGER NOT NULL
);
INSERT INTO call_classes (id, project_id, class, tool_id, created_at)
SELECT randomblob(16), project_id, call_class, id, created_at FROM tool_executions
WHERE call_class IS NOT NULL AND created_at > (unixepoch() - ${KEPT_DAYS} * 86400) * 1000;
CREATE INDEX classes_by_time ON call_classes (project_id, class, created_at, id);
DROP INDEX executions_by_class;
`
