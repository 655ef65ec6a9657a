// Every list, filter, figure and sweep uses an index for its rows and their order: no query plan scans or sorts a table.
import type { CallQuery, Transaction } from '@countersign/core'
import type { Execution } from '@countersign/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  AT,
  putExecution,
  sampleApproval,
  sampleExecution,
  sampleMessage,
  sampleProject,
  sampleSession,
} from '../../../../core/test/records.ts'
import { temporaryFolder } from '../../../../test-kit/src/folders/temporary-folder.ts'
import type { SqlValue } from '../sql/kinds.ts'
import { migrate } from './migrate.ts'
import { transactionOver } from './open-sqlite-store.ts'
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts'

const folder = temporaryFolder()
const project = sampleProject()
const session = sampleSession(project)
const { id: project_id } = project
const page = { limit: 50, maxBytes: 1_000_000 }
let connection: SqliteConnection
let tx: Transaction
let statements: [string, readonly SqlValue[]][] = []

beforeAll(async () => {
  connection = openSqliteConnection({ path: folder.file('plans.sqlite') })
  migrate(connection)
  const note = <Found>(text: string, values: readonly SqlValue[], found: Found): Found => {
    statements.push([text, values])
    return found
  }
  tx = transactionOver({
    ...connection,
    rows: (text, values = []) => note(text, values, connection.rows(text, values)),
    rowsWithin: (text, values, maxBytes) => note(text, values, connection.rowsWithin(text, values, maxBytes)),
  })
  await tx.projects.insert(project)
  await tx.sessions.insert(session)
  await putExecution(tx, sampleExecution(project, { session_id: session.id, status: 'failed', completed_at: AT } as Partial<Execution>))
  await tx.approvals.insert(sampleApproval(project))
  await tx.messages.insert(sampleMessage(project, { session_id: session.id, content: 'words to find' }))
})
afterAll(() => {
  connection.close()
  folder[Symbol.dispose]()
})

async function plansOf(look: (tx: Transaction) => Promise<unknown>): Promise<string[]> {
  statements = []
  await look(tx)
  expect(statements).not.toEqual([])
  return statements.flatMap(([text, values]) => connection.rows(`EXPLAIN QUERY PLAN ${text}`, values).map((row) => String(row[3])))
}

const calls = (query: Partial<CallQuery>) => (of: Transaction) => of.findCalls({ user_id: 'ada', ...page, ...query })
const after = { created_at: AT, id: project_id }
const open = { ended_at: null }
const ofSession = { session_id: session.id }
const OPEN_STATUSES = ['pending', 'awaiting_approval', 'approved', 'executing']

describe('finds by an index, in its order:', () => {
  test.each<[string, (of: Transaction) => Promise<unknown>, string]>([
    ['calls of a user', calls({}), 'executions_by_time'],
    ['calls of a project', calls({ project_id }), 'executions_by_time'],
    ['calls by tool', calls({ project_id, tool_name: 'write_file' }), 'executions_by_group'],
    ['calls by status', calls({ status: 'failed' }), 'executions_by_group'],
    ['calls by risk', calls({ risk_level: 'MEDIUM' }), 'executions_by_group'],
    ['calls by agent', calls({ agent: 'agent' }), 'executions_by_group'],
    ['calls by who made them', calls({ made_by: 'agents' }), 'executions_by_group'],
    ['calls by several', calls({ agent: 'agent', status: 'failed', risk_level: 'MEDIUM', since: AT, after }), 'executions_by_group'],
    ['calls by time', calls({ project_id, since: AT, until: AT }), 'executions_by_time'],
    ['calls of a session', calls({ ...ofSession }), 'executions_by_session'],
    ['approvals', (of) => of.approvals.page({ equal: { project_id }, ...page, after }), 'approvals_by_time'],
    ['approvals that wait', (of) => of.approvals.page({ equal: { project_id, status: 'pending' }, ...page, after }), 'approvals_by_status'],
    ['approvals of a user', (of) => of.approvals.page({ equal: { user_id: 'ada', status: 'pending' }, ...page }), 'approvals_by_user'],
    ['sessions', (of) => of.sessions.page({ equal: { project_id }, ...page, after }), 'sessions_by_time'],
    ['sessions of an agent', (of) => of.sessions.page({ equal: { project_id, agent: 'agent' }, ...page }), 'sessions_by_agent'],
    ['open sessions', (of) => of.sessions.page({ equal: { project_id, ...open }, ...page }), 'open_sessions'],
    [
      'open sessions of an agent',
      (of) => of.sessions.page({ equal: { project_id, agent: 'agent', ...open }, ...page }),
      'open_sessions_by_agent',
    ],
    ['ended sessions', (of) => of.sessions.page({ equal: { project_id }, present: 'ended_at', ...page }), 'sessions_by_time'],
    ['grants', (of) => of.grants.page({ equal: { project_id }, ...page, after }), 'grants_by_time'],
    ['grants in force', (of) => of.grants.find({ equal: { ...ofSession, agent: 'agent', revoked_at: null } }), 'active_grants'],
    [
      'grants of a project in force',
      (of) => of.grants.find({ equal: { project_id, scope: 'project', revoked_at: null } }),
      'project_grants',
    ],
    ['messages', (of) => of.messages.page({ equal: ofSession, ...page, after }), 'messages_by_session'],
    ['projects', (of) => of.projects.page({ equal: { user_id: 'ada' }, ...page, after }), 'projects_by_user'],
    ['the log', (of) => of.events.read(project_id, 10, 10), 'PRIMARY KEY'],
    ['the log of a call', (of) => of.events.ofCall(project_id, session.id as never), 'SEARCH call_events USING PRIMARY KEY'],
    ['calls by their id', (of) => of.executions.find({ equal: { ...ofSession, call_id: 'x' } }), 'executions_by_call'],
    [
      'calls of a class',
      (of) => of.callClasses.count({ equal: { project_id, class: 'x' }, range: { column: 'created_at', atLeast: AT }, limit: 9 }),
      'classes_by_time',
    ],
    [
      'the latest calls of a class',
      (of) =>
        of.callClasses.find({
          equal: { project_id, class: 'x' },
          range: { column: 'created_at', atLeast: AT },
          order: { column: 'created_at', descending: true },
          limit: 3,
        }),
      'classes_by_time',
    ],
    [
      'open calls of a session',
      (of) => of.executions.count({ equal: ofSession, among: { column: 'status', values: OPEN_STATUSES } }),
      'open_by_session',
    ],
    ['calls that run in a project', (of) => of.executions.find({ equal: { project_id, status: 'executing' } }), 'open_by_project'],
    [
      'calls whose processes may run on',
      (of) =>
        of.executions.find({
          equal: { project_id, agent: 'agent', ...ofSession, status: 'completed' },
          among: { column: 'tool_name', values: ['start_process'] },
        }),
      'executions_by_group',
    ],
    [
      'approvals that expire',
      (of) => of.approvals.find({ equal: { status: 'pending' }, range: { column: 'expires_at', below: AT } }),
      'approvals_by_expiry',
    ],
    [
      'approvals to warn of',
      (of) => of.approvals.find({ equal: { status: 'pending', warned: false }, range: { column: 'expires_at', below: AT } }),
      'approvals_to_warn_of',
    ],
    ['calls that are due', (of) => of.executions.find({ range: { column: 'runner_deadline_at', below: AT } }), 'due_executions'],
    [
      'runners that are due',
      (of) => of.runners.find({ equal: { online: true }, range: { column: 'lease_expires_at', below: AT } }),
      'runners_by_lease',
    ],
    [
      'silent sessions',
      (of) => of.sessions.find({ equal: open, range: { column: 'last_call_at', below: AT } }),
      'open_sessions_by_silence',
    ],
  ])('%s', async (_what, look, index) => {
    const plans = await plansOf(look)
    expect(plans.join('\n')).toContain(index)
    expect(plans.filter((line) => /^SCAN (?!found$)|TEMP B-TREE/.test(line))).toEqual([])
  })
})

test('figures are read from the sums, of the days that are asked for', async () => {
  const query = { project_id, since: AT, until: AT, besides: 'operator:ada' }
  expect(await plansOf((of) => of.figures.calls(query))).toContain('SEARCH call_days USING PRIMARY KEY (project_id=? AND day>? AND day<?)')
  expect(await plansOf((of) => of.figures.decisions(query))).toContain(
    'SEARCH decision_days USING PRIMARY KEY (project_id=? AND day>? AND day<?)',
  )
})

test('words of sessions are found by their index, the latest first', async () => {
  const plans = await plansOf((of) => of.findSessions({ project_id, text: 'words' }))
  expect(plans[0]).toMatch(/^SCAN w VIRTUAL TABLE INDEX/)
  expect(plans.filter((line) => /^SCAN [^w]|TEMP B-TREE/.test(line))).toEqual([])
})
