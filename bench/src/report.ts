// The figures as a table for a person, or as JSON for a program.
import { type Figure, judge } from './figure.ts'
import { GOALS, type Goal } from './goals.ts'
import type { Load } from './machine.ts'

const COLUMNS = ['figure', 'ours', 'bare', 'value', 'goal', 'fails', 'verdict'] as const

const MARKS = { goal: '✓ goal', within: '~ within', FAILS: '✗ FAILS', shown: 'shown' } as const

const DIGITS: Record<Goal['unit'], number> = { '×': 2, '': 2, KiB: 1, kB: 0, MB: 0, B: 0, ms: 2, s: 1, µs: 0, '/s': 0, '%': 2 }

function show(value: number | undefined, unit: Goal['unit']): string {
  if (value === undefined) return ''
  const number = unit === '' ? String(Math.round(value * 100) / 100) : value.toFixed(DIGITS[unit])
  return unit === '' || unit === '×' ? `${number}${unit}` : `${number} ${unit}`
}

function rowOf(figure: Figure): string[] {
  const { title, unit, goal, limit, moreIsBetter }: Goal = GOALS[figure.name]
  const side = moreIsBetter ? 'below' : 'above'
  const bounds = limit === undefined ? ['', ''] : [show(goal, unit), `${side} ${show(limit, unit)}`]
  return [title, figure.ours ?? '', figure.bare ?? '', show(figure.value, unit), ...bounds, MARKS[judge(figure)]]
}

export function tableOf(figures: readonly Figure[]): string {
  const rows = [COLUMNS as readonly string[], ...figures.map(rowOf)]
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const notes = figures.filter(({ note }) => note).map(({ name, note }) => `  ${GOALS[name].title}: ${note}`)
  const [head = [], ...body] = rows
  return [
    line(head),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...body.map(line),
    ...(notes.length ? ['', 'Notes', ...notes] : []),
  ].join('\n')
}

export const loadLine = ({ ownShare, othersShare }: Load): string =>
  `processor time: ${percent(ownShare)} used by this run, ${percent(othersShare)} by others`

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

export const jsonOf = (figures: readonly Figure[]): object[] =>
  figures.map((figure) => {
    const { title, unit, goal, limit }: Goal = GOALS[figure.name]
    return { ...figure, title, unit, goal, limit, verdict: judge(figure) }
  })
