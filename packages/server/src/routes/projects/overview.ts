// The figures of a project for its operator. The operator's own reads and saves are not work of agents and are left out.
import { agentName, DAY_MILLISECONDS } from '@countersign/core'
import { describeField, Failure, sentence } from '@countersign/protocol'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'
import { overviewOf } from '../../overview/overview.ts'

const USUAL_DAYS = 30

export function createOverviewHandlers({
  engine,
  access,
  clock,
}: Pick<AppContext, 'engine' | 'access' | 'clock'>): Pick<Handlers, 'overview'> {
  return {
    overview: async ({ params, query, principal }) => {
      const project = await access.project(principal, params.p)
      const period = periodOf(query, clock.now())
      const asked = { project_id: project.id, ...period, besides: agentName(principal) }
      const { calls, decisions } = await engine.read(async ({ figures }) => ({
        calls: await figures.calls(asked),
        decisions: await figures.decisions(asked),
      }))
      return { success: true, ...period, ...overviewOf(calls, decisions) }
    },
  }
}

/** Figures are stored per day, so a period always covers whole days. */
function periodOf(query: { since?: string | undefined; until?: string | undefined }, now: number): { since: string; until: string } {
  const until = query.until === undefined ? now + 1 : Date.parse(query.until)
  const since = query.since === undefined ? until - USUAL_DAYS * DAY_MILLISECONDS : Date.parse(query.since)
  if (since > until) throw new Failure('INVALID_ARGUMENTS', { subject: describeField('since', sentence('problem.later-than-until')) })
  const midnight = (day: number) => new Date(day * DAY_MILLISECONDS).toISOString()
  return { since: midnight(Math.floor(since / DAY_MILLISECONDS)), until: midnight(Math.ceil(until / DAY_MILLISECONDS)) }
}
