// Upgrades a database to this version's schema: forward only, each step in its own transaction.
import { StorageError } from '../storage-error.ts'
import { MIGRATIONS, type Migration } from './schema/migrations.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

export function migrate(connection: SqliteConnection, migrations: readonly Migration[] = MIGRATIONS): void {
  const applied = appliedVersion(connection)
  refuseNewer(connection.path, applied, migrations)
  for (const migration of migrations) if (migration.version > applied) apply(connection, migration)
}

/** A reader changes nothing, so it needs exactly the schema of this version. */
export function requireSchema(connection: SqliteConnection, migrations: readonly Migration[] = MIGRATIONS): void {
  const applied = appliedVersion(connection)
  refuseNewer(connection.path, applied, migrations)
  if (applied < (migrations.at(-1)?.version ?? 0)) {
    throw new StorageError(
      'unreadable',
      `${connection.path} has an older schema (${applied}). Start the server once to bring it up to date.`,
    )
  }
}

function appliedVersion(connection: SqliteConnection): number {
  const [table] = connection.rows(`SELECT count(*) FROM sqlite_schema WHERE name = 'schema_migrations'`)
  if (table?.[0] === 0) return 0
  return Number(connection.rows('SELECT max(version) FROM schema_migrations')[0]?.[0] ?? 0)
}

function refuseNewer(path: string, applied: number, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0
  if (applied <= newest) return
  throw new StorageError(
    'newer',
    `${path} was made by a newer version of Countersign (schema ${applied}, this one knows ${newest}). Update Countersign.`,
  )
}

function apply(connection: SqliteConnection, { version, name, sql }: Migration): void {
  connection.control('BEGIN IMMEDIATE')
  try {
    connection.database.exec(
      'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)',
    )
    connection.database.exec(sql)
    const values = [version, name, new Date().toISOString()]
    connection.run('INSERT INTO schema_migrations (version, name, applied_at) VALUES (?, ?, ?)', values)
    connection.control('COMMIT')
  } catch (error) {
    if (connection.database.isTransaction) connection.control('ROLLBACK')
    throw error
  }
}
