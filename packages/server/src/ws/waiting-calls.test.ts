import type { Page, ReadTransaction, Store } from '@countersign/core'
import type { Approval } from '@countersign/protocol'
import { expect, it } from 'vitest'
import { AT, sampleApproval, sampleProject } from '../../../core/test/records.ts'
import { temporaryFolder } from '../../../test-kit/src/folders/temporary-folder.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { waitingCalls } from './waiting-calls.ts'

const timeOf = (index: number) => new Date(Date.parse(AT) + Math.floor(index / 3)).toISOString()

it('are all found, the oldest first, a bounded page at a time', async () => {
  using folder = temporaryFolder()
  await using store = await openSqliteStore({ path: folder.file('countersign.sqlite') })
  const [project, other] = [sampleProject(), sampleProject()]
  const description = 'x'.repeat(10_000)
  const approvals = Array.from({ length: 450 }, (_, index) => sampleApproval(project, { created_at: timeOf(index), description }))
  const answered = sampleApproval(project, { status: 'rejected' } as Partial<Approval>)
  await store.transact(async (tx) => {
    for (const each of [project, other]) await tx.projects.insert(each)
    for (const approval of [...approvals, answered, sampleApproval(other)]) await tx.approvals.insert(approval)
  })
  const sizes: number[] = []
  const found = await waitingCalls(watched(store, sizes), project.id)
  const inOrder = approvals.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || (a.id < b.id ? -1 : 1))
  expect(found).toEqual(inOrder.map(({ tool_id }) => tool_id))
  expect(Math.max(...sizes)).toBeLessThan(1_100_000)
  expect(sizes.length).toBeGreaterThan(4)
})

/** The same store, with the result of each read recorded. */
const watched = (store: Store, sizes: number[]): Store => ({
  ...store,
  read: async <T>(work: (tx: ReadTransaction) => Promise<T>) => {
    const found = await store.read(work)
    sizes.push((found as Page<Approval>).rows.reduce((sum, { description }) => sum + description.length, 0))
    return found
  },
})
