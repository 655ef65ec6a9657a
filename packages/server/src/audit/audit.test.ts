// Nobody can change a log unnoticed with the database but without the key: each way of trying is one test.
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { GENESIS_HASH, hashOfRow, type LogRow, type Project } from '@countersign/protocol'
import { expect, it } from 'vitest'
import { AT, sampleProject } from '../../../core/test/records.ts'
import { sampleRow, sampleRows } from '../../../core/test/sample-rows.ts'
import { temporaryFolder } from '../../../test-kit/src/folders/temporary-folder.ts'
import { openKeys } from '../keys/index.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { exportAudit } from './export-audit.ts'
import { openHeads } from './heads.ts'
import { signDueHeads } from './sign-due-heads.ts'
import { verifyAudit } from './verify-audit.ts'
import { verifyExport } from './verify-export.ts'

const DAY = 24 * 60 * 60 * 1000
const NOW = new Date(AT)

/** A project with 20 rows whose head was signed at row 15. */
async function auditedLog() {
  const folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  const { audit } = await openKeys({ folder: folder.file('keys') })
  const heads = openHeads(audit)
  const project = sampleProject()
  const open = () => openSqliteStore({ path })
  {
    await using store = await open()
    const append = (count: number) => store.transact((tx) => tx.events.append(project.id, AT, sampleRows(count)))
    await store.transact((tx) => tx.projects.insert(project))
    await append(15)
    await signDueHeads({ reader: store, heads, now: NOW })
    await append(5)
  }
  const tamper = (work: (database: DatabaseSync) => void) => {
    const database = new DatabaseSync(path)
    work(database)
    database.close()
  }
  const verify = async (headFile?: string) => {
    await using store = await open()
    return await verifyAudit({ reader: store, heads, ...(headFile && { headFile }) })
  }
  const rows = async () => {
    await using store = await open()
    return await store.transact((tx) => tx.events.read(project.id, 0, 100))
  }
  return { folder, heads, audit, project, open, rows, tamper, verify, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

const recompute = (database: DatabaseSync, { id }: Project, rows: LogRow[]) => {
  let prev_hash = GENESIS_HASH
  for (const row of rows) {
    const hash = hashOfRow({ ...row, prev_hash })
    database.prepare('UPDATE events SET hash = ?, payload = ? WHERE seq = ?').run(Buffer.from(hash, 'hex'), row.payload, row.seq)
    prev_hash = hash
  }
  database.prepare('UPDATE projects SET last_hash = ? WHERE name = ?').run(Buffer.from(prev_hash, 'hex'), sampleProject({ id }).name)
}

it('verifies an untouched log, with figures', async () => {
  using log = await auditedLog()
  expect(await log.verify()).toMatchObject({
    ok: true,
    rows: 20,
    heads: 1,
    uncovered: 5,
    projects: [{ project_id: log.project.id, rows: 20 }],
  })
})

it('shows a changed row', async () => {
  using log = await auditedLog()
  log.tamper((database) => database.exec(`UPDATE events SET payload = '{"n":99}' WHERE seq = 7`))
  expect(await log.verify()).toMatchObject({ ok: false, project_id: log.project.id, seq: 7, problem: 'row 7 was changed' })
})

it('shows a removed row', async () => {
  using log = await auditedLog()
  log.tamper((database) => database.exec('DELETE FROM events WHERE seq = 7'))
  expect(await log.verify()).toMatchObject({ ok: false, seq: 7, problem: 'row 7 is missing' })
})

it('shows rows cut from the end, even where the project was made to agree', async () => {
  using log = await auditedLog()
  log.tamper((database) => database.exec('DELETE FROM events WHERE seq > 18'))
  expect(await log.verify()).toMatchObject({ ok: false, seq: 19 })
  log.tamper((database) => {
    database.exec('DELETE FROM events WHERE seq > 12')
    database.exec('UPDATE projects SET last_seq = 12, last_hash = (SELECT hash FROM events WHERE seq = 12)')
  })
  expect(await log.verify()).toMatchObject({ ok: false, seq: 13, problem: 'the log ends at 12, but row 15 was signed' })
})

it('shows a chain that was recomputed after an edit', async () => {
  using log = await auditedLog()
  const rows = await log.rows()
  const edited = rows.map((row) => (row.seq === 7 ? { ...row, payload: '{"n":99}' } : row))
  log.tamper((database) => recompute(database, log.project, edited))
  expect(await log.verify()).toMatchObject({ ok: false, seq: 15, problem: 'row 15 is not the one that was signed' })
})

it('shows a project that vanished, unless its removal was signed', async () => {
  using log = await auditedLog()
  log.tamper((database) => database.exec('PRAGMA foreign_keys = ON; DELETE FROM projects'))
  expect(await log.verify()).toMatchObject({
    ok: false,
    project_id: log.project.id,
    problem: 'the project was signed, but is not in the database',
  })
  await log.heads.signHead({ project_id: log.project.id, seq: 20, hash: GENESIS_HASH, removed: true }, NOW)
  expect(await log.verify()).toMatchObject({ ok: true, rows: 0 })
})

it('takes heads that were kept elsewhere into account, and refuses those of another key', async () => {
  using log = await auditedLog()
  const jws = log.audit.sign({ project_id: log.project.id, seq: 25, hash: GENESIS_HASH, time: AT })
  const file = log.folder.file('kept-elsewhere')
  writeFileSync(file, `${jws}\n`)
  expect(await log.verify(file)).toMatchObject({ ok: false, problem: 'the log ends at 20, but row 25 was signed' })
  const foreign = await openKeys({ folder: log.folder.file('other') })
  writeFileSync(file, foreign.audit.sign({ project_id: log.project.id, seq: 20, hash: GENESIS_HASH, time: AT }))
  expect(await log.verify(file)).toMatchObject({ ok: false, problem: expect.stringContaining('was not signed with') })
})

it('signs a head once a day, where the log has grown', async () => {
  using log = await auditedLog()
  await using store = await log.open()
  const sign = (milliseconds: number) => signDueHeads({ reader: store, heads: log.heads, now: new Date(NOW.getTime() + milliseconds) })
  expect(await sign(DAY - 1)).toBe(0)
  expect(await sign(DAY)).toBe(1)
  expect(await sign(3 * DAY)).toBe(0)
  expect((await log.heads.list()).map(({ seq }) => seq)).toEqual([15, 20])
})

it('goes on after a line of the heads that a crash cut short', async () => {
  using log = await auditedLog()
  const { headsFile } = log.audit
  writeFileSync(headsFile, '{"project_id":"0', { flag: 'a' })
  await log.heads.signHead({ project_id: log.project.id, seq: 15, hash: (await log.heads.list())[0]?.hash ?? '' }, NOW)
  expect(await log.heads.list()).toHaveLength(2)
})

async function exported(log: Awaited<ReturnType<typeof auditedLog>>): Promise<string[]> {
  await using store = await log.open()
  const parts: string[] = []
  const result = await exportAudit({
    reader: store,
    heads: log.heads,
    project: log.project.id,
    write: (part) => void parts.push(part),
    now: NOW,
  })
  expect(result).toMatchObject({ ok: true, rows: 20 })
  return parts.join('').trimEnd().split('\n')
}

it('exports every row and a signed head, which verify without the database', async () => {
  using log = await auditedLog()
  const lines = await exported(log)
  expect(lines).toHaveLength(21)
  const { publicKey } = log.heads
  expect(await verifyExport({ lines, publicKey })).toMatchObject({ ok: true, rows: 20, heads: 1 })
  expect((await log.heads.list()).at(-1)).toMatchObject({ seq: 20 })
})

it('verifies the logs of several projects in one file, each to its own head', async () => {
  using log = await auditedLog()
  const { heads } = log
  const first = await exported(log)
  const other = sampleProject({ workspace_id: 'another' })
  await using store = await log.open()
  await store.transact((tx) => tx.projects.insert(other))
  await store.transact((tx) => tx.events.append(other.id, AT, [sampleRow()]))
  const parts: string[] = []
  await exportAudit({ reader: store, heads, project: other.id, write: (part) => void parts.push(part), now: NOW })
  const second = parts.join('').trimEnd().split('\n')
  const verify = (...lines: string[]) => verifyExport({ lines, publicKey: heads.publicKey })
  expect(await verify(...first, ...second)).toMatchObject({
    ok: true,
    rows: 21,
    heads: 2,
    projects: [{ project_id: log.project.id, rows: 20 }, { project_id: other.id }],
  })
  expect(await verify(...first, ...second.slice(0, -1))).toMatchObject({ ok: false, problem: 'the signed head at the end is missing' })
  expect(await verify(...first.slice(0, -1), ...second)).toMatchObject({ ok: false, problem: 'row 1 belongs to another project' })
  expect(await verify(...first, ...second, ...first)).toMatchObject({ ok: false, problem: 'there are lines after the signed head' })
})

it('shows every edit of an exported file', async () => {
  using log = await auditedLog()
  const lines = await exported(log)
  const { publicKey } = log.heads
  const foreign = (await openKeys({ folder: log.folder.file('other') })).audit.publicKey
  const changed = lines.map((line) => line.replace('[\\"3\\"]', '[\\"4\\"]'))
  const edits: Record<string, string[]> = {
    changed,
    removed: lines.filter((_, index) => index !== 4),
    cut: lines.slice(0, -1),
    cutBeforeHead: lines.filter((_, index) => index !== 19),
    goesOn: [...lines, lines[0] as string],
    noRow: ['{}', ...lines],
    noJson: ['{', ...lines],
    empty: [],
  }
  for (const [name, edited] of Object.entries(edits))
    expect([name, (await verifyExport({ lines: edited, publicKey })).ok]).toEqual([name, false])
  expect(await verifyExport({ lines, publicKey: foreign })).toMatchObject({ ok: false, problem: 'the head was not signed with this key' })
})

it('does not sign a log that does not verify', async () => {
  using log = await auditedLog()
  log.tamper((database) => database.exec('DELETE FROM events WHERE seq = 7'))
  await using store = await log.open()
  const result = await exportAudit({ reader: store, heads: log.heads, project: log.project.id, write: () => undefined })
  expect(result).toMatchObject({ ok: false, seq: 7 })
  expect(await log.heads.list()).toHaveLength(1)
})
