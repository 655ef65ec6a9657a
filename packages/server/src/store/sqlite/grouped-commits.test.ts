// How many commits reach the disk, counted by the frames that each adds to the write-ahead log.
import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sampleProject } from '../../../../core/test/records.ts'
import { temporaryFolder } from '../../../../test-kit/src/folders/temporary-folder.ts'
import { migrate } from './migrate.ts'
import { storeOver } from './open-sqlite-store.ts'
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts'

function countCommits(connection: SqliteConnection) {
  const counts = { commits: 0, savepoints: 0 }
  const counted: SqliteConnection = {
    ...connection,
    control: (text) => {
      if (text === 'COMMIT') counts.commits += 1
      if (text.startsWith('SAVEPOINT')) counts.savepoints += 1
      connection.control(text)
    },
  }
  return { counts, store: storeOver(counted, { readOnly: false, onDefect: () => undefined }) }
}

it('gathers concurrent transactions into one commit', async () => {
  using folder = temporaryFolder()
  const connection = openSqliteConnection({ path: folder.file('x.sqlite') })
  migrate(connection)
  const { counts, store } = countCommits(connection)
  await Promise.all(Array.from({ length: 50 }, () => store.transact((tx) => tx.projects.insert(sampleProject()))))
  expect(counts).toEqual({ commits: 1, savepoints: 50 })
  await store[Symbol.asyncDispose]()
})

it('gives a lone transaction no savepoint', async () => {
  using folder = temporaryFolder()
  const connection = openSqliteConnection({ path: folder.file('x.sqlite') })
  migrate(connection)
  const { counts, store } = countCommits(connection)
  await store.transact((tx) => tx.projects.insert(sampleProject()))
  expect(counts).toEqual({ commits: 1, savepoints: 0 })
  await store[Symbol.asyncDispose]()
})

it('writes nothing for transactions that only read', async () => {
  using folder = temporaryFolder()
  const path = folder.file('x.sqlite')
  const connection = openSqliteConnection({ path })
  migrate(connection)
  const { store } = countCommits(connection)
  await store.transact((tx) => tx.projects.insert(sampleProject()))
  const { size, mtimeMs } = statSync(`${path}-wal`)
  await Promise.all(Array.from({ length: 20 }, () => store.transact((tx) => tx.projects.find({}))))
  expect(statSync(`${path}-wal`)).toMatchObject({ size, mtimeMs })
  await store[Symbol.asyncDispose]()
})
