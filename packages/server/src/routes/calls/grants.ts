// Standing approvals: what they cover, what they matched, and how they end.

import { exportRules } from '@countersign/core'
import { readPage } from '../../access/read-page.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'

export function createGrantHandlers({
  engine,
  access,
}: Pick<AppContext, 'engine' | 'access'>): Pick<Handlers, 'listGrants' | 'revokeGrant' | 'exportGrants'> {
  return {
    listGrants: async ({ params, query, principal }) => {
      const project = await access.project(principal, params.p)
      const { rows, next } = await engine.read((tx) => readPage(tx.grants, { ...query, equal: { project_id: project.id } }))
      return { success: true, grants: rows, ...next }
    },
    exportGrants: async ({ params, principal }) => {
      const project = await access.project(principal, params.p)
      const equal = { project_id: project.id, scope: 'project', revoked_at: null } as const
      const grants = await engine.read((tx) => tx.grants.find({ equal }))
      return { success: true, toml: exportRules(grants, new Date(engine.clock.now()).toISOString()) }
    },
    revokeGrant: async ({ params, principal }) => {
      await engine.revokeGrant(await access.grant(principal, params.p, params.g), principal.user_id)
      return { success: true }
    },
  }
}
