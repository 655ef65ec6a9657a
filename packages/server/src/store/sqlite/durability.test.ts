// A real process is killed while it commits: everything it acknowledged is stored, and everything else is complete or absent.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { CHAIN_START, type Store, verifyRows } from '@countersign/core'
import type { ProjectId, SessionId } from '@countersign/protocol'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test-kit/src/folders/temporary-folder.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** Writes pairs of sessions and one event in each of many concurrent transactions, and reports which were acknowledged. */
const writer = (path: string) => `
  import { writeSync } from 'node:fs'
  import { openSqliteStore } from ${module('./open-sqlite-store.ts')}
  import { AT, sampleProject, sampleSession } from ${module('../../../../core/test/records.ts')}
  import { sampleRow } from ${module('../../../../core/test/sample-rows.ts')}
  const store = await openSqliteStore({ path: ${JSON.stringify(path)} })
  const project = sampleProject()
  await store.transact((tx) => tx.projects.insert(project))
  writeSync(1, project.id + '\\n')
  const write = async () => {
    const first = sampleSession(project)
    const second = sampleSession(project, { title: first.id })
    await store.transact(async (tx) => {
      await tx.sessions.insert(first)
      await tx.events.append(project.id, AT, [sampleRow(first.id)])
      await tx.sessions.insert(second)
    })
    writeSync(1, first.id + '\\n')
  }
  await Promise.all(Array.from({ length: 8 }, async () => { for (;;) await write() }))
`

it.each([1, 40, 300])('keeps every acknowledged transaction when the process is killed after %i of them', async (count) => {
  using folder = temporaryFolder()
  const path = folder.file('countersign.sqlite')
  const child = spawn(process.execPath, ['--input-type=module', '--eval', writer(path)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [project, ...acknowledged] = await readUntilKilled(child, count)
  await using store = await openSqliteStore({ path })
  for (const id of acknowledged) expect(await store.transact((tx) => tx.sessions.get(id))).toBeDefined()
  await expectWhole(store, project as ProjectId, acknowledged.length)
})

async function readUntilKilled(child: ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> }, count: number): Promise<string[]> {
  const lines: string[] = []
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (lines.length === count + 1) child.kill('SIGKILL')
  }
  await exited
  return lines
}

async function expectWhole(store: Store, project: ProjectId, acknowledged: number): Promise<void> {
  const sessions = await store.transact((tx) => tx.sessions.find({ order: { column: 'id' } }))
  const firsts = sessions.filter(({ title }) => title === '')
  const seconds = sessions.filter(({ title }) => title !== '')
  expect(seconds.map(({ title }) => title as SessionId)).toEqual(firsts.map(({ id }) => id))
  const rows = await store.transact((tx) => tx.events.read(project, 0, 100_000))
  expect(rows).toHaveLength(firsts.length)
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged)
  expect(verifyRows(CHAIN_START, rows)).toEqual(await store.transact((tx) => tx.events.head(project)))
}
