// The figures of the store in memory.
import type { Approval, Execution } from '@countersign/protocol'
import { type CallFigure, type DecisionFigure, dayOf, type FigureQuery, type Figures } from '../ports/figures.ts'
import type { Table } from '../ports/store.ts'

export function memoryFigures(executions: Table<Execution>, approvals: Table<Approval>): Figures {
  return {
    calls: async (query) => {
      const rows = await executions.find(matching(query))
      return counted(
        rows.filter(({ agent }) => agent !== query.besides),
        ({ tool_name, risk_level, status, created_at }): Omit<CallFigure, 'count'> => ({
          tool_name,
          risk_level,
          status,
          day: dayOf(Date.parse(created_at)),
        }),
      )
    },
    decisions: async (query) => {
      const rows = (await approvals.find(matching(query))).filter(({ agent }) => agent !== query.besides)
      const figures = await Promise.all(rows.map(async (row) => decisionOf(row, await executions.get(row.tool_id))))
      return counted(
        figures.filter((figure) => figure !== undefined),
        (figure) => figure,
      )
    },
  }
}

const matching = ({ project_id, user_id, since, until }: FigureQuery) => ({
  equal: { project_id, user_id },
  range: { column: 'created_at' as const, atLeast: since, below: until },
})

function decisionOf(approval: Approval, execution: Execution | undefined): Omit<DecisionFigure, 'count'> | undefined {
  const { status, created_at, id } = approval
  if (status === 'expired') return { answer: status, waited_seconds: null }
  if (execution?.approval_id !== id || (status !== 'approved' && status !== 'rejected' && status !== 'answered')) return undefined
  const answeredAt = status === 'approved' ? execution.approved_at : execution.completed_at
  if (answeredAt === null) return undefined
  return { answer: status, waited_seconds: Math.floor((Date.parse(answeredAt) - Date.parse(created_at)) / 100) / 10 }
}

function counted<Row, Key extends object>(rows: readonly Row[], keyOf: (row: Row) => Key): (Key & { count: number })[] {
  const groups = Map.groupBy(rows.map(keyOf), (key) => JSON.stringify(key))
  return [...groups.values()].map((keys) => ({ ...(keys[0] as Key), count: keys.length }))
}
