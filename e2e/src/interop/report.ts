// The result for a person: checks as rows, runs as columns, and below in words what is wrong.
import type { Check } from './check-run.ts'

export interface Column {
  readonly title: string
  readonly checks: readonly Check[]
}

export function tableOf(columns: readonly Column[]): string {
  const rows = [...new Set(columns.flatMap(({ checks }) => checks.map(({ what }) => what)))]
  const width = Math.max(...rows.map(({ length }) => length))
  const line = (first: string, cells: readonly string[]) =>
    [first.padEnd(width), ...cells.map((cell, index) => cell.padEnd(columns[index]?.title.length ?? 0))].join('  ').trimEnd()
  const head = line(
    '',
    columns.map(({ title }) => title),
  )
  const body = rows.map((what) =>
    line(
      what,
      columns.map((column) => markOf(column, what)),
    ),
  )
  const wrong = columns.flatMap(({ title, checks }) => checks.flatMap((check) => inWords(title, check)))
  return ['', head, '─'.repeat(head.length), ...body, '', ...(wrong.length > 0 ? wrong : ['All as it must be.'])].join('\n')
}

function markOf({ checks }: Column, what: string): string {
  const check = checks.find((candidate) => candidate.what === what)
  if (!check) return '–'
  return check.wrong === undefined ? '✓' : '✗'
}

const inWords = (title: string, { what, wrong }: Check): string[] => (wrong === undefined ? [] : [`✗ ${title}: ${what}\n  ${wrong.trim()}`])
