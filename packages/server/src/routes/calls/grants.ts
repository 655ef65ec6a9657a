// Standing approvals: what they cover, what they matched, and how they end.

import { readPage } from '../../access/read-page.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'

export function createGrantHandlers({
  engine,
  access,
}: Pick<AppContext, 'engine' | 'access'>): Pick<Handlers, 'listGrants' | 'revokeGrant'> {
  return {
    listGrants: async ({ params, query, principal }) => {
      const project = await access.project(principal, params.p)
      const { rows, next } = await engine.read((tx) => readPage(tx.grants, { ...query, equal: { project_id: project.id } }))
      return { success: true, grants: rows, ...next }
    },
    revokeGrant: async ({ params, principal }) => {
      await engine.revokeGrant(await access.grant(principal, params.p, params.g))
      return { success: true }
    },
  }
}
