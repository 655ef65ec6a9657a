// The figures of the in-memory store.
import type { Approval, Execution } from '@countersign/protocol'
import { type CallFigure, type DecisionFigure, dayOf, type FigureQuery, type Figures, UNKNOWN_TOOL, waitStepOf } from '../ports/figures.ts'
import type { ReadTable, Table } from '../ports/store.ts'

/** An answer to an approval, as it was given. */
interface Decided extends Omit<DecisionFigure, 'count'>, Pick<Approval, 'project_id' | 'agent' | 'created_at'> {}

export interface CountedTables {
  readonly executions: Table<Execution>
  readonly approvals: Table<Approval>
}

/** The table of executions, watched for answers, and the counts made from it. */
export function countDecisions({ executions, approvals }: CountedTables, undo: (() => void)[]) {
  const decided: Decided[] = []
  const watched: Table<Execution> = {
    ...executions,
    update: async (row, when) => {
      const before = await executions.get(row.id)
      if (!(await executions.update(row, when))) return false
      const approval = before?.status === 'awaiting_approval' ? await approvals.get(before.approval_id) : undefined
      const decision = approval && decisionOf(approval, row)
      if (!decision) return true
      decided.push(decision)
      undo.push(() => decided.splice(decided.indexOf(decision), 1))
      return true
    },
  }
  return { watched, decided }
}

export function memoryFigures(executions: ReadTable<Execution>, decided: readonly Decided[]): Figures {
  return {
    calls: async ({ project_id, since, until, besides }) => {
      const range = { column: 'created_at' as const, atLeast: since, below: until }
      const rows = (await executions.find({ equal: { project_id }, range })).filter(({ agent }) => agent !== besides)
      return counted(
        rows,
        ({ tool_name, risk_level, status, created_at, error_type }): Omit<CallFigure, 'count'> => ({
          tool_name: error_type === 'TOOL_NOT_FOUND' ? UNKNOWN_TOOL : tool_name,
          risk_level,
          status,
          day: dayOf(Date.parse(created_at)),
        }),
      )
    },
    decisions: async (query) =>
      counted(
        decided.filter((decision) => isMeant(decision, query)),
        ({ answer, waited_seconds }): Omit<DecisionFigure, 'count'> => ({ answer, waited_seconds }),
      ),
  }
}

const isMeant = ({ project_id, agent, created_at }: Decided, query: FigureQuery): boolean =>
  project_id === query.project_id && agent !== query.besides && created_at >= query.since && created_at < query.until

function decisionOf({ project_id, agent, created_at }: Approval, ended: Execution): Decided | undefined {
  const asked = { project_id, agent, created_at }
  if (ended.status === 'timeout') return { ...asked, answer: 'expired', waited_seconds: null }
  const [answer, at] = answerOf(ended)
  return answer && at ? { ...asked, answer, waited_seconds: waitStepOf(Date.parse(at) - Date.parse(created_at)) } : undefined
}

function answerOf({ status, approved_at, completed_at }: Execution): [DecisionFigure['answer']?, (string | null)?] {
  if (status === 'approved' || status === 'executing') return ['approved', approved_at]
  if (status === 'rejected') return ['rejected', completed_at]
  return status === 'completed' ? ['answered', completed_at] : []
}

function counted<Row, Key extends object>(rows: readonly Row[], keyOf: (row: Row) => Key): (Key & { count: number })[] {
  const groups = Map.groupBy(rows.map(keyOf), (key) => JSON.stringify(key))
  return [...groups.values()].map((keys) => ({ ...(keys[0] as Key), count: keys.length }))
}
