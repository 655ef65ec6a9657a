import { expect, it } from 'vitest'
import { nextId } from '../../../../../core/test/records.ts'
import { temporaryFolder } from '../../../../../test-kit/src/folders/temporary-folder.ts'
import { migrate } from '../migrate.ts'
import { openSqliteStore } from '../open-sqlite-store.ts'
import { openSqliteConnection } from '../sqlite-connection.ts'
import { MIGRATIONS } from './migrations.ts'

const bytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

it('keeps the grants of an earlier version, and knows the classes of its calls', async () => {
  using folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  const connection = openSqliteConnection({ path })
  migrate(
    connection,
    MIGRATIONS.filter(({ version }) => version < 17),
  )
  const [project, session, grant, call, old] = [nextId(), nextId(), nextId(), nextId(), nextId()].map(String) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const now = Date.now()
  connection.run('INSERT INTO projects (id, user_id, name, workspace_id, created_at) VALUES (?, ?, ?, ?, ?)', [
    bytes(project),
    'ada',
    'p',
    'w',
    now,
  ])
  connection.run(
    `INSERT INTO grants (id, project_id, session_id, user_id, agent, approval_id, scope, class, covers, cover_high, created_at, expires_at, matched)
     VALUES (?, ?, ?, 'ada', 'coder', ?, 'class', 'write_file', 'writes', 1, ?, ?, 4)`,
    [bytes(grant), bytes(project), bytes(session), bytes(nextId()), now, now + 60_000],
  )
  for (const [id, at] of [
    [call, now],
    [old, now - 40 * 86_400_000],
  ] as const)
    connection.run(
      `INSERT INTO tool_executions (id, user_id, project_id, session_id, agent, status, tool_name, tool_params, params_digest, params_masked,
         call_digest, base_digests, reasons, network, call_class, requires_approval, created_at, result_masked)
       VALUES (?, 'ada', ?, ?, 'coder', 'pending', 'write_file', '{}', zeroblob(32), 0, zeroblob(32), '{}', '[]', 0, 'write_file', 1, ?, 0)`,
      [bytes(id), bytes(project), bytes(session), at],
    )
  connection.close()

  await using store = await openSqliteStore({ path })
  await store.read(async (tx) => {
    expect(await tx.grants.get(grant)).toMatchObject({ matched: 4, never: false, every_agent: false, script: null, last_used_at: null })
    expect(await tx.callClasses.find({ equal: { class: 'write_file' } })).toMatchObject([{ tool_id: call, project_id: project }])
  })
})
