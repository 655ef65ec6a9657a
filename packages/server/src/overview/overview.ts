// The figures of a project for the page: calls by tool, risk, end and day, and how long approvals took.
import type { CallFigure, DecisionFigure } from '@countersign/core'
import type { OverviewView } from '@countersign/protocol'

type Overview = Omit<OverviewView, 'success' | 'since' | 'until'>

export const overviewOf = (calls: readonly CallFigure[], decisions: readonly DecisionFigure[]): Overview => ({
  calls: joined(calls, ({ tool_name, risk_level, status }) => ({ tool_name, risk_level, status })).sort((a, b) => b.count - a.count),
  days: joined(calls, ({ day, risk_level }) => ({ day, risk_level })).sort((a, b) => (a.day < b.day ? -1 : 1)),
  decisions: decisionsOf(decisions),
})

/** In seconds; the last bucket has no upper limit. */
const BUCKETS = [1, 2, 5, 10, 30, 60, 120, 300, 600]

function decisionsOf(figures: readonly DecisionFigure[]): Overview['decisions'] {
  const total = (answer: DecisionFigure['answer']) => sum(figures.filter((figure) => figure.answer === answer))
  const waits = figures
    .flatMap(({ waited_seconds: seconds, count }) => (seconds === null ? [] : [{ seconds, count }]))
    .sort((a, b) => a.seconds - b.seconds)
  const answers = { approved: total('approved'), rejected: total('rejected'), answered: total('answered'), expired: total('expired') }
  return {
    count: sum(figures),
    ...answers,
    median_seconds: quantile(waits, 0.5),
    p90_seconds: quantile(waits, 0.9),
    buckets: bucketsOf(waits),
  }
}

interface Wait {
  readonly seconds: number
  readonly count: number
}

/** The shortest wait that this share of the waits did not exceed. */
function quantile(waits: readonly Wait[], share: number): number | null {
  const wanted = Math.ceil(sum(waits) * share)
  let seen = 0
  for (const { seconds, count } of waits) {
    seen += count
    if (seen >= wanted) return seconds
  }
  return null
}

const bucketsOf = (waits: readonly Wait[]): Overview['decisions']['buckets'] =>
  [...BUCKETS, null].map((end, index) => {
    const start = BUCKETS[index - 1] ?? 0
    const isIn = ({ seconds }: Wait) => seconds >= start && (end === null || seconds < end)
    return { up_to_seconds: end, count: sum(waits.filter(isIn)) }
  })

const sum = (counted: readonly { readonly count: number }[]): number => counted.reduce((total, { count }) => total + count, 0)

function joined<Figure extends { readonly count: number }, Key extends object>(figures: readonly Figure[], keyOf: (figure: Figure) => Key) {
  const groups = Map.groupBy(figures, (figure) => JSON.stringify(keyOf(figure)))
  return [...groups.values()].map((group) => ({ ...keyOf(group[0] as Figure), count: sum(group) }))
}
