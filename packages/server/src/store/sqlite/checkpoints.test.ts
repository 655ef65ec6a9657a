import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { putExecution, sampleExecution, sampleProject } from '../../../../core/test/records.ts'
import { temporaryFolder } from '../../../../test-kit/src/folders/temporary-folder.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const MEGABYTE = 1024 * 1024

it('moves the log into the database while it runs, so that the log does not grow without end', async () => {
  using folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  const defects: unknown[] = []
  await using store = await openSqliteStore({ path, onDefect: (error) => void defects.push(error) })
  const project = sampleProject()
  await store.transact((tx) => tx.projects.insert(project))
  for (let commit = 0; commit < 600; commit++) {
    await store.transact((tx) => putExecution(tx, sampleExecution(project, { result: 'x'.repeat(100_000) })))
  }
  expect(statSync(path).size).toBeGreaterThan(16 * MEGABYTE)
  expect(statSync(`${path}-wal`).size).toBeLessThan(48 * MEGABYTE)
  expect(defects).toEqual([])
})

it('moves what is left when nothing happens', async () => {
  using folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  await using store = await openSqliteStore({ path })
  const project = sampleProject()
  await store.transact(async (tx) => {
    await tx.projects.insert(project)
    await putExecution(tx, sampleExecution(project, { result: 'x'.repeat(1_000_000) }))
  })
  expect(statSync(path).size).toBeLessThan(MEGABYTE / 2)
  await expect.poll(() => statSync(path).size, { timeout: 15_000 }).toBeGreaterThan(MEGABYTE / 2)
})
