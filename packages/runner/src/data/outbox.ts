// Results that the server has not acknowledged yet. On the disk before they are posted, so that a result that was once
// reached is not lost with the process; removed when the server has it or says that it no longer counts.
import { type AttemptId, attemptId, type ExecutionId, executionId, type ResultBody, resultBody } from '@countersign/protocol'
import * as z from 'zod'
import { openLog, readLog } from './append-log.ts'

const lineSchema = z.union([
  z.object({ line: z.literal('result'), tool_id: executionId, attempt_id: attemptId, body: resultBody }),
  z.object({ line: z.literal('acknowledged'), attempt_id: attemptId }),
])

export interface OutboxEntry {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
  readonly body: ResultBody
}

export interface Outbox {
  entries(): Iterable<OutboxEntry>
  has(attempt: AttemptId): boolean
  get(attempt: AttemptId): OutboxEntry | undefined
  /** On the disk when it resolves; posted only after `before`. */
  add(entry: OutboxEntry, before?: Promise<void>): Promise<void>
  /** In memory only: the result of something that may run again without harm. */
  keep(entry: OutboxEntry): void
  acknowledge(attempt: AttemptId): void
  close(): void
}

const CLEAR_ABOVE_BYTES = 256 * 1024
/** How much longer than what it must hold the file may become. */
const GROWTH = 3

export function openOutbox(path: string, onUnreadable?: (lines: number) => void): Outbox {
  const stored = readEntries(path, onUnreadable)
  const entries = new Map(stored)
  const onDisk = new Set(stored.keys())
  const kept = () => [...entries.values()].filter(({ attempt_id }) => onDisk.has(attempt_id)).map((entry) => ({ line: 'result', ...entry }))
  let log = openLog(path, kept())
  let rewriteAbove = Math.max(CLEAR_ABOVE_BYTES, log.bytes() * GROWTH)
  let adding = 0
  /** What is acknowledged goes from the file too, before it fills the disk. */
  const rewrite = (): void => {
    if (log.bytes() <= rewriteAbove || adding > 0) return
    const before = log
    log = openLog(path, kept())
    before.close()
    rewriteAbove = Math.max(CLEAR_ABOVE_BYTES, log.bytes() * GROWTH)
  }
  return {
    entries: () => entries.values(),
    has: (attempt) => entries.has(attempt),
    get: (attempt) => entries.get(attempt),
    async add(entry, before) {
      onDisk.add(entry.attempt_id)
      adding++
      try {
        log.append({ line: 'result', ...entry })
        await Promise.all([log.sync(), before])
      } finally {
        adding--
      }
      entries.set(entry.attempt_id, entry)
    },
    keep(entry) {
      entries.set(entry.attempt_id, entry)
    },
    acknowledge(attempt) {
      entries.delete(attempt)
      if (!onDisk.delete(attempt)) return
      // No sync: a lost acknowledgement only posts the same result again, which the server welcomes.
      if (onDisk.size === 0 && log.bytes() > CLEAR_ABOVE_BYTES) return log.clear()
      log.append({ line: 'acknowledged', attempt_id: attempt })
      rewrite()
    },
    close: () => log.close(),
  }
}

function readEntries(path: string, onUnreadable: ((lines: number) => void) | undefined): Map<AttemptId, OutboxEntry> {
  const entries = new Map<AttemptId, OutboxEntry>()
  const { records, unreadable } = readLog(path)
  let strange = unreadable
  for (const record of records) {
    const { data } = lineSchema.safeParse(record)
    if (!data) strange++
    else if (data.line === 'acknowledged') entries.delete(data.attempt_id)
    else entries.set(data.attempt_id, { tool_id: data.tool_id, attempt_id: data.attempt_id, body: data.body })
  }
  if (strange > 0) onUnreadable?.(strange)
  return entries
}
