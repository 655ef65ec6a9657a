import { createMemoryBus } from '@countersign/core'
import { expect, test } from 'vitest'
import { watchGrowth } from '../../../core/src/feed/feed.ts'
import { AT, sampleProject } from '../../../core/test/records.ts'
import { sampleRows } from '../../../core/test/sample-rows.ts'
import { temporaryFolder } from '../../../test-kit/src/folders/temporary-folder.ts'
import { openHeads } from '../audit/index.ts'
import { openKeys } from '../keys/index.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { startHeadSigning } from './head-signing.ts'

test('a head is signed every thousand rows, and when the server stops', async () => {
  using folder = temporaryFolder()
  await using store = await openSqliteStore({ path: folder.file('countersign.sqlite') })
  const heads = openHeads((await openKeys({ folder: folder.file('keys') })).audit)
  const bus = createMemoryBus()
  const project = sampleProject()
  await store.transact((tx) => tx.projects.insert(project))
  const append = async (count: number) => {
    const rows = await store.transact((tx) => tx.events.append(project.id, AT, sampleRows(count)))
    bus.wake(project.id, rows.at(-1)?.seq ?? 0)
  }
  const defects: unknown[] = []
  const onDefect = (error: unknown) => void defects.push(error)
  const engine = {
    read: store.read,
    watchGrowth: (rows: number, listener: () => void) => watchGrowth(bus, rows, listener),
    clock: { now: () => Date.parse(AT) },
    onDefect,
  }
  const signing = startHeadSigning(engine, heads)
  const signed = async () => (await heads.list()).map(({ seq }) => seq)
  await append(10)
  await append(980)
  expect(await signed()).toEqual([])
  await append(30)
  await expect.poll(signed).toEqual([1_020])
  await append(5)
  await signing.stop()
  expect(await signed()).toEqual([1_020, 1_025])
  expect((await heads.newest()).get(project.id)).toMatchObject({ seq: 1_025 })
  expect(defects).toEqual([])
})
