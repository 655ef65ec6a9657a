// What this runner has begun, and what it owes the server. Both are on disk before they count: no call runs twice, because an attempt
// that the journal knows is never begun again, whoever asks; no result is lost with the process, because the outbox keeps it until the
// server has it or says that it no longer counts.
import {
  type AttemptId,
  attemptId,
  type ClearedBy,
  clearedBySchema,
  type ExecutionId,
  executionId,
  type ResultBody,
  resultBody,
} from '@countersign/protocol'
import * as z from 'zod'
import { openLog, readLog } from './append-log.ts'

const outboxLineSchema = z.union([
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
  for (const data of readLog(path, outboxLineSchema, onUnreadable)) {
    if (data.line === 'acknowledged') entries.delete(data.attempt_id)
    else entries.set(data.attempt_id, { tool_id: data.tool_id, attempt_id: data.attempt_id, body: data.body })
  }
  return entries
}

const attemptSchema = z.object({ tool_id: executionId, attempt_id: attemptId, expires_at: z.number(), by: clearedBySchema.optional() })
const journalLineSchema = z.union([
  z.object({ line: z.literal('started'), ...attemptSchema.shape }),
  z.object({ line: z.literal('ended'), attempt_id: attemptId }),
])

export interface BegunAttempt {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
  /** When its clearance ends (milliseconds): after that the attempt cannot come back, and may be forgotten. */
  readonly expires_at: number
  /** Kept where no server keeps it. */
  readonly by?: ClearedBy | undefined
}

export interface Journal {
  has(attempt: AttemptId): boolean
  /** Known from now on while this process lives. That is enough for what may run again without harm. */
  accepted(attempt: BegunAttempt): void
  /** On the disk when it resolves; the attempt was accepted before. */
  started(attempt: AttemptId): Promise<void>
  isOnDisk(attempt: AttemptId): boolean
  ended(attempt: AttemptId): void
  /** It was accepted but never begun, and may come again. */
  dropped(attempt: AttemptId): void
  /** Started by an earlier process that left no result: the outcome is unknown. */
  interrupted(): BegunAttempt[]
  close(): void
}

interface Row extends BegunAttempt {
  state: 'begun' | 'interrupted' | 'ended'
  isOnDisk: boolean
}

const PRUNE_ABOVE = 2_000

export interface JournalOptions {
  readonly path: string
  readonly clock: () => number
  /** Whether the outbox holds a result of the attempt. */
  readonly hasResult: (attempt: AttemptId) => boolean
  readonly onUnreadable?: (lines: number) => void
}

export function openJournal({ path, clock, hasResult, onUnreadable }: JournalOptions): Journal {
  const rows = readRows(path, onUnreadable)
  for (const row of rows.values()) if (row.state === 'begun') row.state = hasResult(row.attempt_id) ? 'ended' : 'interrupted'
  prune(rows, surelyPast(rows, clock()))
  const log = openLog(path, linesOf(rows))
  let pruneAbove = PRUNE_ABOVE
  return {
    has: (attempt) => rows.has(attempt),
    accepted(attempt) {
      rows.set(attempt.attempt_id, { ...attempt, state: 'begun', isOnDisk: false })
      if (rows.size <= pruneAbove) return
      prune(rows, clock())
      pruneAbove = Math.max(PRUNE_ABOVE, rows.size * 2)
    },
    async started(attempt) {
      const row = rows.get(attempt) as Row
      row.isOnDisk = true
      log.append(startedLine(row))
      await log.sync()
    },
    isOnDisk: (attempt) => rows.get(attempt)?.isOnDisk === true,
    ended(attempt) {
      const row = rows.get(attempt)
      if (!row || row.state === 'ended') return
      row.state = 'ended'
      if (row.isOnDisk) log.append({ line: 'ended', attempt_id: attempt })
    },
    dropped(attempt) {
      if (!rows.get(attempt)?.isOnDisk) rows.delete(attempt)
    },
    interrupted: () => [...rows.values()].filter((row) => row.state === 'interrupted'),
    close: () => log.close(),
  }
}

const startedLine = ({ tool_id, attempt_id, expires_at, by }: BegunAttempt) => ({ line: 'started', tool_id, attempt_id, expires_at, by })

function readRows(path: string, onUnreadable: ((lines: number) => void) | undefined): Map<AttemptId, Row> {
  const rows = new Map<AttemptId, Row>()
  for (const data of readLog(path, journalLineSchema, onUnreadable)) {
    if (data.line === 'started') rows.set(data.attempt_id, { ...attemptSchema.parse(data), state: 'begun', isOnDisk: true })
    else {
      const row = rows.get(data.attempt_id)
      if (row) row.state = 'ended'
    }
  }
  return rows
}

function prune(rows: Map<AttemptId, Row>, now: number): void {
  for (const row of rows.values()) if (row.state === 'ended' && row.expires_at < now) rows.delete(row.attempt_id)
}

/** Longer than any clearance is valid. */
const CLEARANCE_MILLISECONDS = 60 * 60 * 1000

/** At a start nobody has told yet how far this machine's clock is off: of the server's clock only the newest clearance tells. */
function surelyPast(rows: Map<AttemptId, Row>, now: number): number {
  let newest = 0
  for (const { expires_at } of rows.values()) newest = Math.max(newest, expires_at)
  return Math.min(now, newest - CLEARANCE_MILLISECONDS)
}

function* linesOf(rows: Map<AttemptId, Row>): Generator<object> {
  for (const row of rows.values()) {
    yield startedLine(row)
    if (row.state === 'ended') yield { line: 'ended', attempt_id: row.attempt_id }
  }
}
