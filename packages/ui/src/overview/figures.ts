// Figures of the overview, as the charts want them: a row has a name and a count for each risk.
import type { OverviewView, Risk } from '@countersign/protocol'

/** Calls that were refused before anything was rated have no risk. */
export type Series = Risk | 'none'
export const SERIES: readonly Series[] = ['LOW', 'MEDIUM', 'HIGH', 'none']

export interface Row {
  readonly name: string
  readonly counts: Readonly<Record<Series, number>>
  readonly total: number
}

interface Counted {
  readonly name: string
  readonly risk_level: Risk | null
  readonly count: number
}

function listRows(counted: readonly Counted[]): Row[] {
  const rows = new Map<string, Record<Series, number>>()
  for (const { name, risk_level, count } of counted) {
    const counts = rows.get(name) ?? { LOW: 0, MEDIUM: 0, HIGH: 0, none: 0 }
    counts[risk_level ?? 'none'] += count
    rows.set(name, counts)
  }
  return [...rows].map(([name, counts]) => ({ name, counts, total: sum(Object.values(counts)) }))
}

/** The most called first. */
export const callsByTool = ({ calls }: Pick<OverviewView, 'calls'>): Row[] =>
  listRows(calls.map(({ tool_name, ...rest }) => ({ ...rest, name: tool_name }))).toSorted(
    (a, b) => b.total - a.total || a.name.localeCompare(b.name),
  )

const DAY_MILLISECONDS = 86_400_000

/** Every day of the period, also those without a call. */
export function callsByDay({ days, since, until }: Pick<OverviewView, 'days' | 'since' | 'until'>): Row[] {
  const known = new Map(listRows(days.map(({ day, ...rest }) => ({ ...rest, name: day }))).map((row) => [row.name, row]))
  const all: Row[] = []
  const last = until.slice(0, 10)
  for (let at = Date.parse(since.slice(0, 10)); dayOf(at) <= last; at += DAY_MILLISECONDS)
    all.push(known.get(dayOf(at)) ?? { name: dayOf(at), counts: { LOW: 0, MEDIUM: 0, HIGH: 0, none: 0 }, total: 0 })
  return all
}

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Only what occurs is explained beside a chart. */
export const seriesIn = (rows: readonly Row[]): Series[] => SERIES.filter((series) => rows.some(({ counts }) => counts[series] > 0))
