import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import {
  AT,
  nextId,
  putExecution,
  sampleApproval,
  sampleExecution,
  sampleGrant,
  sampleMessage,
  sampleProject,
  sampleRunner,
  sampleSession,
  sampleTurn,
} from '../../../../core/test/records.ts'
import { sampleRow, sampleRowOfCall } from '../../../../core/test/sample-rows.ts'
import { temporaryFolder } from '../../../../test-kit/src/folders/temporary-folder.ts'
import { sqlTable } from '../sql/sql-table.ts'
import * as tables from '../sql/tables.ts'
import { migrate } from './migrate.ts'
import { openSqliteStore, storeOver } from './open-sqlite-store.ts'
import { MIGRATIONS } from './schema/migrations.ts'
import { openSqliteConnection } from './sqlite-connection.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'

const quiet = { readOnly: false, onDefect: () => undefined }

it('keeps what was stored across a restart', async () => {
  using folder = temporaryFolder()
  const project = sampleProject()
  const path = folder.file('data', 'countersign.sqlite')
  const first = await openSqliteStore({ path })
  await first.transact((tx) => tx.projects.insert(project))
  await first[Symbol.asyncDispose]()
  await using second = await openSqliteStore({ path })
  expect(await second.transact((tx) => tx.projects.get(project.id))).toEqual(project)
})

it('makes files that nobody else can read', async () => {
  using folder = temporaryFolder()
  const path = folder.file('data', 'countersign.sqlite')
  await using store = await openSqliteStore({ path })
  await store.transact((tx) => tx.projects.insert(sampleProject()))
  for (const name of [path, `${path}-wal`, `${path}-shm`, `${path}-lock`]) expect(statSync(name).mode & 0o077).toBe(0)
})

it('refuses a second server on the same database, and lets a reader in', async () => {
  using folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  await using store = await openSqliteStore({ path })
  await store.transact((tx) => tx.projects.insert(sampleProject()))
  await expect(openSqliteStore({ path })).rejects.toMatchObject({ name: 'StorageError', problem: 'in-use' })
  await using reader = await openSqliteStore({ path, readOnly: true })
  expect(await reader.transact((tx) => tx.projects.count({}))).toBe(1)
  await expect(reader.transact((tx) => tx.projects.insert(sampleProject()))).rejects.toMatchObject({ problem: 'read-only' })
})

it('can be looked at while no server runs', async () => {
  using folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  const store = await openSqliteStore({ path })
  await store.transact((tx) => tx.projects.insert(sampleProject()))
  await store[Symbol.asyncDispose]()
  await using reader = await openSqliteStore({ path, readOnly: true })
  expect(await reader.transact((tx) => tx.projects.count({}))).toBe(1)
})

it('refuses a database of a newer version with a sentence, and leaves it as it is', async () => {
  using folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  await (await openSqliteStore({ path }))[Symbol.asyncDispose]()
  const database = new DatabaseSync(path)
  database.exec(`INSERT INTO schema_migrations VALUES (99, 'from the future', '${AT}')`)
  database.close()
  await expect(openSqliteStore({ path })).rejects.toThrow(/made by a newer version of Countersign \(schema 99/)
})

it('takes a failed migration back whole', async () => {
  using folder = temporaryFolder()
  const connection = openSqliteConnection({ path: folder.file('x.sqlite') })
  const broken = [{ version: 1, name: 'broken', sql: 'CREATE TABLE one (a); CREATE TABLE one (a);' }]
  expect(() => migrate(connection, broken)).toThrow()
  expect(connection.rows('SELECT name FROM sqlite_schema')).toEqual([])
  connection.close()
})

it('says that a file is no database, and does not change it', async () => {
  using folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  writeFileSync(path, 'this is a letter, not a database. '.repeat(100))
  const before = readFileSync(path)
  await expect(openSqliteStore({ path })).rejects.toMatchObject({ problem: 'damaged' })
  expect(readFileSync(path)).toEqual(before)
})

it('says that a folder cannot be written', async () => {
  await expect(openSqliteStore({ path: '/sys/countersign/countersign.sqlite' })).rejects.toMatchObject({ problem: 'read-only' })
})

it('says that the disk is full, stores nothing of that commit, and goes on when there is space', async () => {
  using folder = temporaryFolder()
  const connection = openSqliteConnection({ path: folder.file('countersign.sqlite') })
  migrate(connection)
  await using store = storeOver(connection, quiet)
  const project = sampleProject()
  await store.transact((tx) => tx.projects.insert(project))
  connection.database.exec('PRAGMA max_page_count = 40')
  const insert = (size: number) =>
    store.transact((tx) => putExecution(tx, sampleExecution(project, { error: 'x'.repeat(size), result: null })))
  const answers = await Promise.allSettled([insert(10), insert(500_000), insert(10)])
  expect(answers.filter(({ status }) => status === 'rejected')).not.toHaveLength(0)
  expect(answers[1]).toMatchObject({ status: 'rejected', reason: { problem: 'full' } })
  const stored = answers.filter(({ status }) => status === 'fulfilled').length
  expect(await store.transact((tx) => tx.executions.count({}))).toBe(stored)
  connection.database.exec('PRAGMA max_page_count = 100000')
  await insert(500_000)
  expect(await store.transact((tx) => tx.executions.count({}))).toBe(stored + 1)
})

it('deletes a project at once, and all that was in it step by step, its log included', async () => {
  using folder = temporaryFolder()
  await using store = await openSqliteStore({ path: folder.file('countersign.sqlite') })
  const [gone, kept] = [sampleProject(), sampleProject()]
  for (const project of [gone, kept]) {
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      await tx.sessions.insert(sampleSession(project))
      await tx.runners.insert(sampleRunner(project))
      await tx.grants.insert(sampleGrant(project))
      await tx.approvals.insert(sampleApproval(project))
      const call = sampleExecution(project)
      await putExecution(tx, call)
      await tx.messages.insert(sampleMessage(project))
      await tx.turns.insert(sampleTurn(project))
      await tx.events.append(project.id, AT, [sampleRowOfCall(call.id)])
    })
  }
  await store.transact((tx) => tx.projects.delete(gone.id))
  expect(await store.read((tx) => tx.projects.find({}))).toEqual([kept])
  await expect(store.transact((tx) => tx.events.append(gone.id, AT, [sampleRow()]))).rejects.toThrow('no project')
  let steps = 0
  while (await store.prune()) steps += 1
  expect(steps).toBeGreaterThan(5)
  await store.transact(async (tx) => {
    const all = [tx.sessions, tx.runners, tx.grants, tx.approvals, tx.executions, tx.messages, tx.turns]
    for (const table of all) expect(await table.count({})).toBe(1)
    expect(await tx.events.read(gone.id, 0, 10)).toEqual([])
    expect(await tx.events.read(kept.id, 0, 10)).toHaveLength(1)
  })
  using file = new DatabaseSync(folder.file('countersign.sqlite'), { readOnly: true })
  expect(file.prepare('SELECT count(*) AS notes FROM call_events').get()).toEqual({ notes: 1 })
})

it('finds a row of a call that was changed behind its back, and none in place of one that was taken away', async () => {
  using folder = temporaryFolder()
  await using store = await openSqliteStore({ path: folder.file('countersign.sqlite') })
  const project = sampleProject()
  const call = sampleExecution(project).id
  await store.transact(async (tx) => {
    await tx.projects.insert(project)
    await tx.events.append(project.id, AT, [sampleRowOfCall(call), sampleRowOfCall(call), sampleRow()])
  })
  using file = new DatabaseSync(folder.file('countersign.sqlite'), { timeout: 5_000 })
  file.exec(`UPDATE events SET payload = '{}' WHERE seq = 1; DELETE FROM events WHERE seq = 2`)
  expect((await store.read((tx) => tx.events.ofCall(project.id, call))).map(({ seq, payload }) => [seq, payload])).toEqual([[1, '{}']])
})

it('keeps the sessions of a database from before there were conversations', async () => {
  using folder = temporaryFolder()
  const connection = openSqliteConnection({ path: folder.file('x.sqlite') })
  migrate(connection, MIGRATIONS.slice(0, 2))
  const project = sampleProject()
  const session = sampleSession(project)
  const { model, mcp_client, ...columns } = tables.sessions.columns
  const dialect = createSqliteDialect()
  const { mode, toolchains, commands, ...ofProject } = tables.projects.columns
  await sqlTable<{ id: string }>(connection, dialect, { ...tables.projects, columns: ofProject } as never).insert(project)
  await sqlTable<{ id: string }>(connection, dialect, { ...tables.sessions, columns } as never).insert(session)
  migrate(connection)
  await using store = storeOver(connection, quiet)
  expect(await store.transact((tx) => tx.sessions.find({}))).toEqual([session])
  expect(await store.transact((tx) => tx.messages.count({}))).toBe(0)
  expect(await store.transact((tx) => tx.projects.find({}))).toEqual([{ ...project, mode: 'strict', toolchains: null, commands: [] }])
})

it('has in the database exactly the columns that the shapes name', async () => {
  using folder = temporaryFolder()
  const connection = openSqliteConnection({ path: folder.file('x.sqlite') })
  migrate(connection)
  for (const { name, columns } of Object.values(tables)) {
    const stored = connection.rows(`SELECT name FROM pragma_table_info('${name}')`).map(([column]) => column)
    const own = name === 'projects' ? ['last_seq', 'last_hash', 'removed'] : []
    expect(stored.toSorted()).toEqual([...Object.keys(columns), ...own].toSorted())
  }
  connection.close()
})

it('refuses transactions after it was closed, and answers those before', async () => {
  using folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  const store = await openSqliteStore({ path })
  const before = store.transact((tx) => tx.projects.insert(sampleProject()))
  await store[Symbol.asyncDispose]()
  await before
  await expect(store.transact((tx) => tx.projects.count({}))).rejects.toThrow('closed')
  expect(existsSync(`${path}-wal`)).toBe(false)
})

it('brings a database of the first version up to date, with what it holds', async () => {
  using folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  const connection = openSqliteConnection({ path })
  migrate(connection, MIGRATIONS.slice(0, 1))
  connection.database.exec(
    `INSERT INTO projects (id, user_id, name, workspace_id, created_at) VALUES (x'${'01'.repeat(16)}', 'ada', 'old', 'w', 0)`,
  )
  connection.close()
  await using store = await openSqliteStore({ path })
  const [project] = await store.transact((tx) => tx.projects.find({ equal: { user_id: 'ada' } }))
  if (!project) throw new Error('the project is gone')
  const execution = sampleExecution(project, { undone_by: nextId() })
  await store.transact((tx) => putExecution(tx, execution))
  expect(await store.transact((tx) => tx.executions.get(execution.id))).toEqual(execution)
})
