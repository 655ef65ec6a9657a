import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttemptId, ExecutionId } from '@countersign/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../test-kit/src/ids.ts'
import { createGroupedSync } from './append-log.ts'
import { type Journal, openJournal, openOutbox } from './journal.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const journalPath = () => join(folder, 'journal.jsonl')
const never = () => false
const open = (more: Partial<Parameters<typeof openJournal>[0]> = {}): Journal =>
  openJournal({ path: journalPath(), clock: () => 1_000, hasResult: never, ...more })
const makeAttempt = (expires_at = 5_000) => ({ tool_id: newId() as ExecutionId, attempt_id: newId() as AttemptId, expires_at })

test('an attempt that was started and not ended is interrupted after a restart', async () => {
  const [first, second] = [makeAttempt(), makeAttempt()]
  const journal = open()
  for (const attempt of [first, second]) {
    journal.accepted(attempt)
    await journal.started(attempt.attempt_id)
  }
  journal.ended(second.attempt_id)
  const again = open()
  expect(again.interrupted().map(({ attempt_id }) => attempt_id)).toEqual([first.attempt_id])
  expect(again.has(second.attempt_id)).toBe(true)
})

test('an attempt whose result is in the outbox is not interrupted', async () => {
  const attempt = makeAttempt()
  const journal = open()
  journal.accepted(attempt)
  await journal.started(attempt.attempt_id)
  expect(open({ hasResult: () => true }).interrupted()).toEqual([])
})

test('an attempt that was only accepted is unknown after a restart, and may come again', () => {
  const attempt = makeAttempt()
  open().accepted(attempt)
  expect(open().has(attempt.attempt_id)).toBe(false)
})

test('an attempt that was ended is forgotten at a start after its clearance has surely expired, however wrong the clock is', async () => {
  const hour = 60 * 60 * 1000
  const [old, recent] = [makeAttempt(2_000), makeAttempt(2_001 + hour)]
  const journal = open()
  for (const attempt of [old, recent]) {
    journal.accepted(attempt)
    await journal.started(attempt.attempt_id)
    journal.ended(attempt.attempt_id)
  }
  expect(open({ clock: () => 1_999 }).has(old.attempt_id)).toBe(true)
  const inTheFuture = open({ clock: () => 1_000 * hour })
  expect([old, recent].map(({ attempt_id }) => inTheFuture.has(attempt_id))).toEqual([false, true])
  expect(readFileSync(journalPath(), 'utf8')).not.toContain(old.attempt_id)
})

test('memory stays bounded over many calls that need no journal', () => {
  let now = 0
  const journal = open({ clock: () => now })
  const first = makeAttempt(10)
  journal.accepted(first)
  journal.ended(first.attempt_id)
  for (now = 1; now < 5_000; now++) {
    const attempt = makeAttempt(now + 10)
    journal.accepted(attempt)
    journal.ended(attempt.attempt_id)
  }
  expect(journal.has(first.attempt_id)).toBe(false)
})

test('a line that was torn in the middle is passed over, and what comes after it is kept', async () => {
  const [first, second, third] = [makeAttempt(), makeAttempt(), makeAttempt()]
  const journal = open()
  for (const attempt of [first, second]) {
    journal.accepted(attempt)
    await journal.started(attempt.attempt_id)
  }
  truncateSync(journalPath(), readFileSync(journalPath()).length - 20)
  let unreadable = 0
  const again = open({ onUnreadable: (lines) => (unreadable = lines) })
  expect(unreadable).toBe(1)
  expect([again.has(first.attempt_id), again.has(second.attempt_id)]).toEqual([true, false])
  again.accepted(third)
  await again.started(third.attempt_id)
  expect(
    open()
      .interrupted()
      .map(({ attempt_id }) => attempt_id),
  ).toEqual([first.attempt_id, third.attempt_id])
})

test('lines of zeros and of another shape, as a power cut leaves them, are passed over', () => {
  const kept = makeAttempt()
  writeFileSync(journalPath(), `${JSON.stringify({ line: 'started', ...kept })}\n`)
  appendFileSync(journalPath(), `{"line":"started","tool_id":5}\n${'\0'.repeat(100)}\n[]\n`)
  let unreadable = 0
  expect(open({ onUnreadable: (lines) => (unreadable = lines) }).interrupted()).toHaveLength(1)
  expect(unreadable).toBe(3)
})

test('requests for a sync while one is under way share the next one', async () => {
  const finish: (() => void)[] = []
  const sync = createGroupedSync(() => new Promise((resolve) => finish.push(resolve)))
  const first = sync()
  const others = Promise.all([sync(), sync(), sync()])
  expect(finish).toHaveLength(1)
  finish[0]?.()
  await first
  await Promise.resolve()
  expect(finish).toHaveLength(2)
  finish[1]?.()
  await others
  expect(finish).toHaveLength(2)
})

test('a failed sync fails those who asked for it, and not the next', async () => {
  const outcomes = [Promise.reject(new Error('disk full')), Promise.resolve()]
  const sync = createGroupedSync(() => outcomes.shift() as Promise<void>)
  await expect(sync()).rejects.toThrow('disk full')
  await expect(sync()).resolves.toBeUndefined()
})

test('the outbox keeps a result over a restart until it is acknowledged', async () => {
  const path = join(folder, 'outbox.jsonl')
  const [first, second] = [makeAttempt(), makeAttempt()]
  const outbox = openOutbox(path)
  for (const { tool_id, attempt_id } of [first, second]) {
    await outbox.add({ tool_id, attempt_id, body: { status: 'completed', result: { n: 1 }, attempt_id } })
  }
  outbox.acknowledge(first.attempt_id)
  const again = openOutbox(path)
  expect([...again.entries()].map(({ attempt_id }) => attempt_id)).toEqual([second.attempt_id])
  again.acknowledge(second.attempt_id)
  expect([...openOutbox(path).entries()]).toEqual([])
})

test('the outbox does not grow without end', async () => {
  const path = join(folder, 'outbox.jsonl')
  const outbox = openOutbox(path)
  for (let i = 0; i < 20; i++) {
    const { tool_id, attempt_id } = makeAttempt()
    await outbox.add({ tool_id, attempt_id, body: { status: 'completed', result: { text: 'x'.repeat(100_000) }, attempt_id } })
    outbox.acknowledge(attempt_id)
  }
  expect(readFileSync(path).length).toBeLessThan(600_000)
})

test('the outbox does not grow without end while it always holds something', async () => {
  const path = join(folder, 'outbox.jsonl')
  const outbox = openOutbox(path)
  const attempts = Array.from({ length: 40 }, () => makeAttempt())
  for (const [index, { tool_id, attempt_id }] of attempts.entries()) {
    await outbox.add({ tool_id, attempt_id, body: { status: 'completed', result: { text: 'x'.repeat(100_000) }, attempt_id } })
    const before = attempts[index - 1]
    if (before) outbox.acknowledge(before.attempt_id)
  }
  expect(readFileSync(path).length).toBeLessThan(600_000)
  outbox.close()
  expect([...openOutbox(path).entries()].map(({ attempt_id }) => attempt_id)).toEqual([attempts.at(-1)?.attempt_id])
})
