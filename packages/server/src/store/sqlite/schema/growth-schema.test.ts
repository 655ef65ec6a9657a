import { digestOf } from '@countersign/protocol'
import { expect, it } from 'vitest'
import { AT, nextId } from '../../../../../core/test/records.ts'
import { temporaryFolder } from '../../../../../test-kit/src/folders/temporary-folder.ts'
import { migrate } from '../migrate.ts'
import { openSqliteStore } from '../open-sqlite-store.ts'
import { openSqliteConnection, type SqliteConnection } from '../sqlite-connection.ts'
import { MIGRATIONS } from './migrations.ts'

const TIME = Date.parse(AT)
const bytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const EMPTY: Record<string, number | Uint8Array> = { INTEGER: TIME, BLOB: Buffer.from(digestOf('x'), 'hex') }

/** One row with values for all required columns. */
function insert(connection: SqliteConnection, table: string, row: Record<string, string | number | Uint8Array | null>): void {
  const needed = connection
    .rows(`SELECT name, type FROM pragma_table_info('${table}') WHERE "notnull" = 1 AND dflt_value IS NULL`)
    .map(([name, type]) => [String(name), EMPTY[String(type)] ?? ''] as const)
  const all = { ...Object.fromEntries(needed), ...row }
  const names = Object.keys(all)
  connection.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, Object.values(all))
}

it('builds lists, sums and the index of words for what an earlier version has written', async () => {
  using folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  const connection = openSqliteConnection({ path })
  migrate(
    connection,
    MIGRATIONS.filter(({ version }) => version <= 9),
  )
  const [project, session, grant, asked, approval] = [nextId(), nextId(), nextId(), nextId(), nextId()].map(String) as [
    string,
    string,
    string,
    string,
    string,
  ]
  insert(connection, 'projects', { id: bytes(project), user_id: 'ada' })
  const place = { project_id: bytes(project), session_id: bytes(session), user_id: 'ada', agent: 'coder' }
  const { session_id, ...inProject } = place
  insert(connection, 'sessions', { ...inProject, id: bytes(session), title: 'Mend the parser' })
  insert(connection, 'messages', {
    id: bytes(nextId()),
    project_id: place.project_id,
    session_id,
    content: 'and the lexer',
    tool_calls: '[]',
  })
  insert(connection, 'grants', { ...place, id: bytes(grant) })
  const cleared_by = JSON.stringify({ kind: 'grant', grant_id: grant })
  const call = {
    ...place,
    status: 'completed',
    tool_name: 'git.commit',
    tool_params: '{}',
    base_digests: '{}',
    reasons: '[]',
    completed_at: TIME,
  }
  for (let index = 0; index < 3; index++)
    insert(connection, 'tool_executions', { ...call, id: bytes(nextId()), cleared_by, risk_level: 'MEDIUM' })
  insert(connection, 'tool_executions', {
    ...call,
    id: bytes(asked),
    status: 'rejected',
    approval_id: bytes(approval),
    completed_at: TIME + 2_050,
  })
  insert(connection, 'approvals', { ...place, id: bytes(approval), tool_id: bytes(asked), status: 'rejected' })
  connection.close()

  await using store = await openSqliteStore({ path })
  const query = { project_id: project as never, since: AT, until: '2026-01-02T00:00:00.000Z', besides: 'operator:ada' }
  await store.read(async (tx) => {
    expect((await tx.findCalls({ user_id: 'ada', status: 'completed', limit: 10, maxBytes: 10_000 })).rows).toHaveLength(3)
    expect((await tx.figures.calls(query)).map(({ status, count }) => [status, count]).sort()).toEqual([
      ['completed', 3],
      ['rejected', 1],
    ])
    expect(await tx.figures.decisions(query)).toEqual([{ answer: 'rejected', waited_seconds: 2, count: 1 }])
    expect(await tx.grants.get(grant)).toMatchObject({ matched: 3 })
    for (const text of ['PARSER', 'lexer']) expect([...(await tx.findSessions({ project_id: project as never, text }))]).toEqual([session])
  })
})
