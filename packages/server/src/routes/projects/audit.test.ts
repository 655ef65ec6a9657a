// Pages of the log are limited in rows, bytes and projects, and each page starts where the previous one ended.
import type { Engine } from '@countersign/core'
import { LIMITS } from '@countersign/protocol'
import { expect, it } from 'vitest'
import { AT, sampleProject } from '../../../../core/test/records.ts'
import { sampleRow, sampleRows } from '../../../../core/test/sample-rows.ts'
import { temporaryFolder } from '../../../../test-kit/src/folders/temporary-folder.ts'
import { walkLog } from '../../audit/walk-log.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { createAuditHandlers } from './audit.ts'

interface AuditPage {
  readonly events: { readonly project_id: string; readonly seq: number; readonly payload: string }[]
  readonly next_cursor?: string
}

const ROWS = 30
const long = sampleRows(ROWS, (index) => `${index}${'x'.repeat(100_000)}`)
const MOST = LIMITS.maxPageBytes + 200_000

async function openLogs(folder: ReturnType<typeof temporaryFolder>) {
  const store = await openSqliteStore({ path: folder.file('countersign.sqlite') })
  const projects = Array.from({ length: 120 }, () => sampleProject()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const [first, last] = [projects[0], projects.at(-1)] as [(typeof projects)[0], (typeof projects)[0]]
  await store.transact(async (tx) => {
    for (const project of projects) await tx.projects.insert(project)
    await tx.events.append(first.id, AT, long)
    await tx.events.append(last.id, AT, [sampleRow()])
  })
  const { audit } = createAuditHandlers({ engine: store as unknown as Engine })
  const read = async (query: object) => (await audit({ query } as never, undefined as never)) as unknown as AuditPage
  return { store, first, last, read }
}

it('shows every row once, in pages that are bounded in bytes, past many projects without rows', async () => {
  using folder = temporaryFolder()
  const { store, first, last, read } = await openLogs(folder)
  await using _closed = store
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { events, next_cursor } = await read({ limit: 200, cursor })
    expect(events.reduce((sum, { payload }) => sum + payload.length, 0)).toBeLessThan(MOST)
    seen.push(...events.map(({ project_id, seq }) => `${project_id} ${seq}`))
    if (!next_cursor) break
    cursor = next_cursor
  }
  expect(seen).toEqual([...long.map((_, index) => `${first.id} ${index + 1}`), `${last.id} 1`])
})

it('shows one project to its end', async () => {
  using folder = temporaryFolder()
  const { store, first, read } = await openLogs(folder)
  await using _closed = store
  const begin = await read({ limit: 5, project_id: first.id })
  expect(begin.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
  const end = await read({ limit: 2, project_id: first.id, cursor: `${first.id}.${ROWS - 2}` })
  expect(end).toEqual({ success: true, events: [expect.objectContaining({ seq: 29 }), expect.objectContaining({ seq: 30 })] })
})

it('walks a log of long rows a few at a time', async () => {
  using folder = temporaryFolder()
  const { store, first } = await openLogs(folder)
  await using _closed = store
  const pages: number[] = []
  const onRows = (rows: readonly object[]) => void pages.push(JSON.stringify(rows).length)
  expect(await walkLog({ reader: store, project: first.id, heads: [], onRows })).toMatchObject({ seq: ROWS })
  expect(pages.length).toBeGreaterThan(1)
  expect(Math.max(...pages)).toBeLessThan(MOST)
})
