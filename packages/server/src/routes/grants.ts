// Standing answers: what they cover, what they matched, and their end.
import type { Transaction } from '@countersign/core'
import type { Grant, GrantView } from '@countersign/protocol'
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/bind-routes.ts'
import { readPage } from './page.ts'

export function createGrantHandlers({ engine, own }: Pick<AppContext, 'engine' | 'own'>): Pick<Handlers, 'listGrants' | 'revokeGrant'> {
  return {
    listGrants: async ({ params, query, principal }) => {
      const project = await own.project(principal, params.p)
      return engine.core.store.read(async (tx) => {
        const { rows, next } = await readPage(tx.grants, { ...query, equal: { project_id: project.id } })
        return { success: true, grants: await withMatches(tx, rows), ...next }
      })
    },
    revokeGrant: async ({ params, principal }) => {
      await engine.revokeGrant(await own.grant(principal, params.p, params.g))
      return { success: true }
    },
  }
}

/** Counted from the executions themselves: each names what cleared it. */
async function withMatches(tx: Transaction, grants: readonly Grant[]): Promise<GrantView[]> {
  const counts = new Map<string, number>()
  const sessions = [...new Set(grants.map(({ session_id }) => session_id))]
  const executions = sessions.length > 0 ? await tx.executions.find({ among: { column: 'session_id', values: sessions } }) : []
  for (const { cleared_by } of executions) {
    if (cleared_by?.kind === 'grant') counts.set(cleared_by.grant_id, (counts.get(cleared_by.grant_id) ?? 0) + 1)
  }
  return grants.map((grant) => ({ ...grant, matched: counts.get(grant.id) ?? 0 }))
}
