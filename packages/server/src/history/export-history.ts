// Exports a history piece by piece: JSON for programs, CSV for spreadsheets.
import { executionViewOf, type Reader } from '@countersign/core'
import type { ExecutionView } from '@countersign/protocol'
import { placed, shown } from '../access/read-page.ts'
import type { HistoryFilter } from './history-filter.ts'

const PAGE = 200

export type ExportFormat = 'json' | 'csv'

export async function* exportHistory(reader: Reader, filter: HistoryFilter, format: ExportFormat): AsyncGenerator<string> {
  const { begin, row, between, end } = FORMATS[format]
  yield begin
  let isFirst = true
  for await (const view of readAll(reader, filter)) {
    yield `${isFirst ? '' : between}${row(view)}`
    isFirst = false
  }
  yield end
}

async function* readAll(reader: Reader, filter: HistoryFilter): AsyncGenerator<ExecutionView> {
  let cursor: string | undefined
  do {
    const request = placed({ ...filter, limit: PAGE, cursor })
    const { rows, next } = shown(await reader.read((tx) => tx.findCalls(request)))
    for (const row of rows) yield executionViewOf(row)
    cursor = next.next_cursor
  } while (cursor !== undefined)
}

const COLUMNS = [
  'created_at',
  'completed_at',
  'agent',
  'tool_name',
  'description',
  'risk_level',
  'status',
  'error_code',
  'error',
  'execution_time_ms',
  'tool_params',
  'cleared_by',
  'session_id',
  'tool_id',
] as const satisfies (keyof ExecutionView)[]

const LINE_END = '\r\n'

const FORMATS = {
  json: { begin: '[\n', row: (view: ExecutionView) => JSON.stringify(view), between: ',\n', end: '\n]\n' },
  csv: {
    begin: `${COLUMNS.join(',')}${LINE_END}`,
    row: (view: ExecutionView) => `${COLUMNS.map((column) => csvField(view[column])).join(',')}${LINE_END}`,
    between: '',
    end: '',
  },
}

/** Spreadsheets treat a field with such a beginning as a formula. A leading apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r\n|%]/

export function csvField(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const plain = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
