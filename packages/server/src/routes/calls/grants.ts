// Standing answers: what they cover, what they matched, and their end.

import { readPage } from '../../access/read-page.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../bind-routes.ts'

export function createGrantHandlers({ engine, own }: Pick<AppContext, 'engine' | 'own'>): Pick<Handlers, 'listGrants' | 'revokeGrant'> {
  return {
    listGrants: async ({ params, query, principal }) => {
      const project = await own.project(principal, params.p)
      const { rows, next } = await engine.core.store.read((tx) => readPage(tx.grants, { ...query, equal: { project_id: project.id } }))
      return { success: true, grants: rows, ...next }
    },
    revokeGrant: async ({ params, principal }) => {
      await engine.revokeGrant(await own.grant(principal, params.p, params.g))
      return { success: true }
    },
  }
}
