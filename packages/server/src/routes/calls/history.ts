// Past calls and their results: lists, the full record of one call, exports, and whether the log is intact.
import { Readable } from 'node:stream'
import { describeCall, executionViewOf, maskedForm, type ReadTransaction } from '@countersign/core'
import { type Approval, type Execution, Failure, type Grant, inEnglish, sentence } from '@countersign/protocol'
import { placed, shown } from '../../access/read-page.ts'
import { verifyAudit } from '../../audit/index.ts'
import type { AppContext } from '../../context.ts'
import { eventsOfCall } from '../../history/events-of-call.ts'
import { explainRun } from '../../history/explain-run.ts'
import { exportHistory } from '../../history/export-history.ts'
import { historyFilter } from '../../history/history-filter.ts'
import type { Handlers } from '../../http/route-handler.ts'

type HistoryHandlers = Pick<Handlers, 'history' | 'exportHistory' | 'getRecord' | 'verifyLog'>
const CONTENT_TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' }

export function createHistoryHandlers({
  engine,
  access,
  heads,
  clock,
}: Pick<AppContext, 'engine' | 'access' | 'heads' | 'clock'>): HistoryHandlers {
  const { masker } = engine
  return {
    history: async ({ query, principal }) => {
      const { limit, cursor, ...filters } = query
      const filter = historyFilter(principal, filters)
      if (!filter) return { success: true, executions: [] }
      const { rows, next } = shown(await engine.read((tx) => tx.findCalls(placed({ ...filter, limit, cursor }))))
      return { success: true, executions: rows.map((row) => executionViewOf(row)), ...next }
    },
    exportHistory: async ({ params, query, principal }, reply) => {
      const project = await access.project(principal, params.p)
      const { format, ...filters } = query
      const filter = historyFilter(principal, { ...filters, project_id: project.id })
      if (!filter) throw new Failure('NOT_FOUND', { subject: sentence('noun.project') })
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      return reply
        .type(CONTENT_TYPES[format])
        .header('content-disposition', `attachment; filename="countersign-history-${day}.${format}"`)
        .send(Readable.from(exportHistory(engine, filter, format)))
    },
    getRecord: async ({ params, principal }) => {
      const execution = await access.execution(principal, params.p, params.id)
      const found = await engine.read(async (tx) => ({
        approval: await recordedApproval(tx, execution),
        grant: (execution.cleared_by?.kind === 'grant' && (await tx.grants.get(execution.cleared_by.grant_id))) || null,
        events: await eventsOfCall(tx, execution, clock.now()),
      }))
      const why = explainRun(execution, { ...found, ruleWhy: ruleWhy(execution) })
      return { success: true, ...recordOf(execution, found), why: inEnglish(why), why_form: why }
    },
    verifyLog: async ({ params, principal }) => {
      const project = await access.project(principal, params.p)
      const result = await verifyAudit({ reader: engine, heads, project: project.id })
      if (result.ok) return { success: true, verified: true, events: result.rows, heads: result.heads }
      return { success: true, verified: false, problem: { seq: result.seq, sentence: result.problem } }
    },
  }

  /** The approval as recorded, even if it is still waiting. */
  async function recordedApproval(tx: ReadTransaction, { approval_id }: Execution): Promise<Approval | null> {
    const approval = approval_id && (await tx.approvals.get(approval_id))
    return approval ? maskedForm(masker, approval) : null
  }

  function ruleWhy({ cleared_by }: Execution): string | undefined {
    return cleared_by?.kind === 'rule' ? engine.policy().rules.find(({ name }) => name === cleared_by.rule)?.why : undefined
  }
}

interface FoundAround {
  readonly approval: Approval | null
  readonly grant: Grant | null
  readonly events: Awaited<ReturnType<typeof eventsOfCall>>
}

const recordOf = (execution: Execution, { approval, grant, events }: FoundAround) => ({
  execution: executionViewOf(execution),
  ...titleOf(execution, approval),
  approval,
  grant,
  events: events.rows.map(({ seq, type, time, payload, hash }) => ({ seq, type, time, payload: JSON.parse(payload), hash })),
  events_complete: events.isComplete,
})

/** The title as it was shown to the operator, if an approval was requested. */
function titleOf(execution: Execution, approval: Approval | null) {
  if (approval)
    return { description: approval.description, ...(approval.description_form && { description_form: approval.description_form }) }
  const title = describeCall(execution)
  return { description: inEnglish(title), description_form: title }
}
