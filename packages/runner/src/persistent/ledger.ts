// Which processes outlive their call. A line is on the disk before one is started, so that whatever a crash leaves running is
// found at the next start, and is known from others by its mark, its start time and the start of the machine.
import {
  type AttemptId,
  attemptId,
  type ExecutionId,
  executionId,
  inEnglish,
  type PlainFormName,
  sentence,
  sentenceSchema,
} from '@countersign/protocol'
import * as z from 'zod'
import { openLog, readLog } from '../data/append-log.ts'

const endSchema = z.object({
  at: z.string(),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  how: z.string(),
  /** Absent in lines of older runners. */
  how_form: sentenceSchema.optional(),
})
const startSchema = z.object({
  tool_id: executionId,
  attempt_id: attemptId,
  process_id: z.string(),
  /** Absent where the runner is told none. */
  session_id: z.string().optional(),
  command: z.string(),
  /** Absent in lines of older runners. */
  cwd: z.string().optional(),
  isolation: z.enum(['sandbox', 'none']),
  /** Its program is started by one that makes its terminal. */
  terminal: z.boolean().optional(),
  /** In the environment of all its processes. */
  mark: z.string(),
  boot_id: z.string(),
  started_at: z.string(),
})
const lineSchema = z.union([
  z.object({ line: z.literal('starting'), ...startSchema.shape }),
  z.object({ line: z.literal('running'), tool_id: executionId, pid: z.int(), start_time: z.string() }),
  z.object({ line: z.literal('ended'), tool_id: executionId, ...endSchema.shape }),
])

export type ProcessEnd = z.infer<typeof endSchema>
export type ProcessStart = z.infer<typeof startSchema>

export function describeHow(form: PlainFormName): Pick<ProcessEnd, 'how' | 'how_form'> {
  const how_form = sentence(form)
  return { how: inEnglish(how_form), how_form }
}

export interface LedgerRow extends ProcessStart {
  readonly attempt_id: AttemptId
  /** 0 until it was started. */
  readonly pid: number
  readonly start_time: string
  readonly ended: ProcessEnd | null
}

export interface Ledger {
  /** In the order in which they were started. */
  rows(): LedgerRow[]
  get(tool: ExecutionId): LedgerRow | undefined
  /** On the disk when it resolves. */
  starting(start: ProcessStart): Promise<void>
  running(tool: ExecutionId, pid: number, startTime: string): void
  ended(tool: ExecutionId, end: ProcessEnd): void
  forget(tool: ExecutionId): void
  close(): void
}

export function openLedger(path: string, onUnreadable?: (lines: number) => void): Ledger {
  const rows = readRows(path, onUnreadable)
  const log = openLog(path, [...rows.values()].flatMap(linesOf))
  const change = (tool: ExecutionId, changes: Partial<LedgerRow>): void => {
    const row = rows.get(tool)
    if (row) rows.set(tool, { ...row, ...changes })
  }
  return {
    rows: () => [...rows.values()],
    get: (tool) => rows.get(tool),
    async starting(start) {
      rows.set(start.tool_id, { ...start, pid: 0, start_time: '', ended: null })
      log.append({ line: 'starting', ...start })
      await log.sync()
    },
    running(tool, pid, startTime) {
      change(tool, { pid, start_time: startTime })
      log.append({ line: 'running', tool_id: tool, pid, start_time: startTime })
    },
    ended(tool, end) {
      change(tool, { ended: end })
      log.append({ line: 'ended', tool_id: tool, ...end })
    },
    /** It leaves the file when that is written again, at the next start. */
    forget: (tool) => void rows.delete(tool),
    close: () => log.close(),
  }
}

function readRows(path: string, onUnreadable: ((lines: number) => void) | undefined): Map<ExecutionId, LedgerRow> {
  const rows = new Map<ExecutionId, LedgerRow>()
  for (const data of readLog(path, lineSchema, onUnreadable)) {
    const row = rows.get(data.tool_id)
    if (data.line === 'starting') rows.set(data.tool_id, { ...startSchema.parse(data), pid: 0, start_time: '', ended: null })
    else if (row && data.line === 'running') rows.set(data.tool_id, { ...row, pid: data.pid, start_time: data.start_time })
    else if (row) rows.set(data.tool_id, { ...row, ended: endSchema.parse(data) })
  }
  return rows
}

function linesOf({ pid, start_time, ended, ...start }: LedgerRow): object[] {
  return [
    { line: 'starting', ...start },
    ...(pid > 0 ? [{ line: 'running', tool_id: start.tool_id, pid, start_time }] : []),
    ...(ended ? [{ line: 'ended', tool_id: start.tool_id, ...ended }] : []),
  ]
}
