// A standing answer from one approval. It covers HIGH only where the operator said so, and always has an end.
import { type Approval, Failure, type Grant, type GrantId, LIMITS, type Scope } from '@countersign/protocol'
import { type Core, later, type Work } from '../core.ts'

export interface GrantRequest {
  readonly approval: Approval
  readonly scope: Scope
  /** The key of an offered class; the narrowest where none was named. */
  readonly class: string | undefined
  readonly grant_seconds: number | undefined
  readonly cover_high: boolean
}

export async function createGrant(core: Core, work: Work, request: GrantRequest): Promise<Grant | null> {
  const { approval, scope } = request
  if (scope === 'once') return null
  const offered = approval.scopes.find((candidate) => candidate.scope === scope && (!request.class || candidate.class === request.class))
  if (!offered) throw new Failure('INVALID_ARGUMENTS', { subject: `scope ${scope} was not offered for this call` })
  return insertGrant(core, work, {
    approval,
    scope,
    class: offered.class ?? null,
    covers: offered.covers,
    cover_high: request.cover_high,
    seconds: request.grant_seconds ?? LIMITS.maxGrantSeconds,
  })
}

export interface NewGrant extends Pick<Grant, 'scope' | 'class' | 'covers' | 'cover_high'> {
  readonly approval: Approval
  readonly seconds: number
}

export async function insertGrant(core: Core, work: Work, { approval, seconds, ...terms }: NewGrant): Promise<Grant> {
  const grant: Grant = {
    ...terms,
    id: core.ids.next<GrantId>(),
    project_id: approval.project_id,
    session_id: approval.session_id,
    user_id: approval.user_id,
    agent: approval.agent,
    approval_id: approval.id,
    created_at: work.at,
    expires_at: later(work.now, seconds),
    revoked_at: null,
    matched: 0,
  }
  await work.tx.grants.insert(grant)
  work.emit('grant.created', { grant_id: grant.id, session_id: grant.session_id, covers: grant.covers })
  return grant
}
