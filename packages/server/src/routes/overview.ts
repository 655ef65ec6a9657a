// The figures of a project for its operator. The operator's own reading and saving is no work of agents, and is left out.
import { setImmediate as nextRound } from 'node:timers/promises'
import { agentName, type CallFigure, type DecisionFigure, type FigureQuery, type Store } from '@countersign/core'
import { Failure } from '@countersign/protocol'
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/bind-routes.ts'
import { overviewOf } from '../overview/overview.ts'

const USUAL_DAYS = 30

export function createOverviewHandlers({ engine, own, clock }: Pick<AppContext, 'engine' | 'own' | 'clock'>): Pick<Handlers, 'overview'> {
  return {
    overview: async ({ params, query, principal }) => {
      const project = await own.project(principal, params.p)
      const until = new Date(query.until ?? clock.now() + 1).toISOString()
      const since = new Date(query.since ?? Date.parse(until) - USUAL_DAYS * 24 * 60 * 60 * 1000).toISOString()
      if (since > until) throw new Failure('INVALID_ARGUMENTS', { subject: 'since: later than until' })
      const asked = { project_id: project.id, user_id: project.user_id, since, until, besides: agentName(principal) }
      return { success: true, since, until, ...(await countAll(engine.core.store, asked)) }
    },
  }
}

const PARTS = 30

/** Part by part: the database counts on the thread that everybody else waits for. */
async function countAll(store: Store, query: FigureQuery) {
  const [begin, end] = [Date.parse(query.since), Date.parse(query.until)]
  const calls: CallFigure[] = []
  const decisions: DecisionFigure[] = []
  const moment = (part: number) => new Date(begin + Math.floor(((end - begin) * part) / PARTS)).toISOString()
  for (let part = 0; part < PARTS; part++) {
    const some = { ...query, since: moment(part), until: moment(part + 1) }
    calls.push(...(await store.read(({ figures }) => figures.calls(some))))
    await nextRound()
    decisions.push(...(await store.read(({ figures }) => figures.decisions(some))))
    await nextRound()
  }
  return overviewOf(calls, decisions)
}
