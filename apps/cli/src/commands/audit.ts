// countersign audit verify and export: reads the log from the data folder, whether or not the server runs.
import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ProjectId } from '@countersign/protocol'
import { dataFolder } from '@countersign/runner/local-server'
import {
  type AuditResult,
  exportAudit,
  type Keys,
  openHeads,
  openKeys,
  openSqliteStore,
  verifyAudit,
  verifyExport,
} from '@countersign/server'
import { green, red } from '../terminal/colours.ts'
import { printJson, printLine } from '../terminal/print.ts'
import { EXIT, UsageError } from '../terminal/report-error.ts'

export interface VerifyOptions {
  readonly data?: string
  readonly json?: boolean
  readonly head?: string
  readonly export?: string
}

export async function auditVerify(options: VerifyOptions): Promise<void> {
  const result = options.export ? await verifyFile(options.export, options.data) : await verifyFolder(options)
  if (options.json) printJson(result)
  else printLine(inWords(result))
  process.exitCode = result.ok ? EXIT.done : EXIT.failed
}

async function verifyFolder({ data, head }: VerifyOptions): Promise<AuditResult> {
  await using record = await openRecord(data)
  return await verifyAudit({ reader: record.store, heads: record.heads, ...(head && { headFile: head }) })
}

async function verifyFile(file: string, data: string | undefined): Promise<AuditResult> {
  const { audit } = await keysOf(dataFolder(data))
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  return verifyExport({ lines, publicKey: audit.publicKey })
}

export async function auditExport({ data, project, out }: { data?: string; project?: string; out?: string }): Promise<void> {
  await using record = await openRecord(data)
  const present = await record.store.transact((tx) => tx.projects.find({ order: { column: 'created_at' } }))
  const wanted = present.filter(({ id }) => !project || id === project)
  if (wanted.length === 0) throw new UsageError(project ? `no project ${project} in ${dataFolder(data)}` : 'no project is on record yet')
  await using file = out ? await open(out, 'w', 0o600) : undefined
  for (const { id } of wanted) await exportOne(record, id, file ? (line) => file.writeFile(line) : print)
}

const print = (line: string): Promise<void> =>
  new Promise((done, fail) => process.stdout.write(line, (error) => (error ? fail(error) : done())))

async function exportOne(record: OpenRecord, project: ProjectId, write: (line: string) => Promise<void>): Promise<void> {
  const result = await exportAudit({ reader: record.store, heads: record.heads, project, write })
  if (!result.ok) throw new UsageError(inWords(result))
  process.stderr.write(`${green('ok')} ${result.rows} rows of project ${project}, closed by a signed head\n`)
}

type OpenRecord = Awaited<ReturnType<typeof openRecord>>

async function openRecord(data: string | undefined) {
  const folder = dataFolder(data)
  const keys = await keysOf(folder)
  const store = await openSqliteStore({ path: join(folder, 'countersign.sqlite'), readOnly: true })
  return { store, heads: openHeads(keys.audit), [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
}

/** Reading must not create keys: the first start of the server does that. */
async function keysOf(folder: string): Promise<Keys> {
  const keys = join(folder, 'keys')
  if (!existsSync(keys)) throw new UsageError(`no record is in ${folder}: no server was started with this data folder (--data DIR)`)
  return await openKeys({ folder: keys })
}

const inWords = (result: AuditResult): string =>
  result.ok
    ? `${green('ok')} ${result.rows} rows in ${result.projects.length} projects verify, ${result.heads} signed heads match; ` +
      `${result.uncovered} rows at the end are not covered by a head yet`
    : `${red('broken')} ${result.problem}${result.project_id ? ` (project ${result.project_id})` : ''}`
