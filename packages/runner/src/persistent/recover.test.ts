// What an earlier runner left in its ledger, with real processes.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { powersOfCall } from '../../test/hosts/persistent-in.ts'
import { bootId, startTimeOf } from '../programs/process-facts.ts'
import { type LedgerRow, openLedger } from './ledger.ts'
import { endLeftovers } from './recover.ts'

let folder: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-ledger-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const path = () => join(folder, 'ledger.jsonl')

/** As one of ours, in a group of its own. */
function startSleeper(mark: string): ChildProcess & { readonly pid: number } {
  const child = spawn('/bin/sleep', ['1000'], { detached: true, stdio: 'ignore', env: { COUNTERSIGN_RUN: mark } })
  children.push(child)
  return child as ChildProcess & { readonly pid: number }
}

const startOf = (mark: string, changes: Partial<LedgerRow> = {}) => {
  const { tool_id, attempt_id } = powersOfCall()
  const started_at = new Date().toISOString()
  return {
    tool_id,
    attempt_id,
    process_id: 'web',
    command: 'sleep',
    isolation: 'none',
    mark,
    boot_id: bootId(),
    started_at,
    ...changes,
  } as const
}

/** Opens the ledger as the next start does; tells how each ended. */
async function recover(): Promise<LedgerRow[]> {
  const ledger = openLedger(path())
  await endLeftovers({ ledger, clock: Date.now, onFound: () => undefined })
  ledger.close()
  const again = openLedger(path())
  again.close()
  return again.rows()
}

test('one that runs is ended, and the ledger says so', async () => {
  const [mark, ledger] = [randomUUID(), openLedger(path())]
  const start = startOf(mark)
  await ledger.starting(start)
  const { pid } = startSleeper(mark)
  ledger.running(start.tool_id, pid, startTimeOf(pid) ?? '')
  ledger.close()
  expect(await recover()).toMatchObject([
    { pid, ended: { signal: 'SIGTERM', how: expect.stringContaining('found at the next start and ended') } },
  ])
  expect(startTimeOf(pid)).toBeUndefined()
})

test('one whose number was never written is found by its mark', async () => {
  const [mark, ledger] = [randomUUID(), openLedger(path())]
  await ledger.starting(startOf(mark))
  const { pid } = startSleeper(mark)
  ledger.close()
  expect(await recover()).toMatchObject([{ pid: 0, ended: { signal: 'SIGTERM' } }])
  expect(startTimeOf(pid)).toBeUndefined()
})

test('a number that belongs to another process by now is left alone', async () => {
  const stranger = startSleeper(randomUUID())
  const ledger = openLedger(path())
  const start = startOf(randomUUID())
  await ledger.starting(start)
  ledger.running(start.tool_id, stranger.pid, '1')
  ledger.close()
  expect(await recover()).toMatchObject([{ ended: { signal: null, how: 'it ended with the runner, which was killed' } }])
  expect(startTimeOf(stranger.pid)).toBeDefined()
})

test('after a restart of the machine no number counts', async () => {
  const [mark, ledger] = [randomUUID(), openLedger(path())]
  const stranger = startSleeper(mark)
  const start = startOf(mark, { boot_id: 'another' })
  await ledger.starting(start)
  ledger.running(start.tool_id, stranger.pid, startTimeOf(stranger.pid) ?? '')
  ledger.close()
  expect(await recover()).toMatchObject([{ ended: { signal: null, how: 'it ended when the machine was restarted' } }])
  expect(startTimeOf(stranger.pid)).toBeDefined()
})

test('one that has ended is not ended again', async () => {
  const ledger = openLedger(path())
  const start = startOf(randomUUID())
  await ledger.starting(start)
  ledger.running(start.tool_id, 7, '1')
  ledger.ended(start.tool_id, { at: start.started_at, exit_code: 3, signal: null, how: 'it ended by itself' })
  ledger.close()
  expect(await recover()).toMatchObject([{ pid: 7, ended: { exit_code: 3, how: 'it ended by itself' } }])
})
