// Creates the grants that an answer gives: only what the approval offered, with an end or, for the project, until revoked.
import {
  type Approval,
  Failure,
  type Grant,
  type GrantDays,
  type GrantId,
  LIMITS,
  type NeverScope,
  type OfferedPart,
  type OfferedScope,
  type Scope,
  sentence,
} from '@countersign/protocol'
import { type Core, later, type Work } from '../work/core.ts'
import { grantFacts } from './revoke.ts'

const DAY_SECONDS = 24 * 3_600

/** The answer's own words about the grant. */
export interface GrantTerms {
  readonly class?: string | undefined
  readonly grant_seconds?: number | undefined
  readonly grant_days?: GrantDays | undefined
  /** If omitted, a yes holds for the agent that asked and a no for every agent. */
  readonly every_agent?: boolean | undefined
}

interface YesTerms extends GrantTerms {
  readonly scope: Scope
  readonly cover_high: boolean
}

/** One grant for each class of the offer that was chosen; none for `once`. */
export async function createGrants(core: Core, work: Work, approval: Approval, terms: YesTerms): Promise<Grant[]> {
  checkTerms(terms)
  if (terms.scope === 'once') return []
  const offered = requireOffered(approval, terms)
  // A lasting answer that leaves out the very call it stands on would mislead: the next one like it is asked again.
  if (terms.scope === 'project' && approval.risk_level === 'HIGH' && !terms.cover_high)
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.grant-needs-high') })
  const grants: Grant[] = []
  for (const part of partsOf(offered))
    grants.push(
      await insertGrant(core, work, { ...lifeOf(work, terms), ...part, approval, scope: terms.scope, cover_high: terms.cover_high }),
    )
  return grants
}

interface NoTerms extends GrantTerms {
  readonly scope?: NeverScope | undefined
}

/** "Never": the class of one part is enough, for one refused part refuses the call. */
export async function createNever(core: Core, work: Work, approval: Approval, answer: NoTerms): Promise<Grant | undefined> {
  const { scope = 'once', every_agent = true } = answer
  const terms = { ...answer, scope, every_agent }
  checkTerms(terms)
  if (scope === 'once') return undefined
  const parts = approval.scopes.filter((offer) => offer.scope === scope).flatMap(partsOf)
  const part = parts.find((candidate) => candidate.class !== null && (!terms.class || candidate.class === terms.class))
  if (!part) throw notOffered(scope)
  // Another text of the script is refused as well.
  return insertGrant(core, work, { ...lifeOf(work, terms), ...part, script: null, approval, scope, cover_high: true, never: true })
}

function checkTerms({ scope, grant_days, grant_seconds }: GrantTerms & { readonly scope: Scope }): void {
  if (grant_days !== undefined && scope !== 'project')
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.days-for-project') })
  if (grant_seconds !== undefined && scope === 'project')
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.seconds-for-session') })
}

function requireOffered({ scopes }: Approval, { scope, class: key }: Pick<YesTerms, 'scope' | 'class'>): OfferedScope {
  const offered = scopes.find((candidate) => candidate.scope === scope && (!key || candidate.class === key))
  if (!offered) throw notOffered(scope)
  return offered
}

const notOffered = (scope: Scope): Failure =>
  new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.scope-not-offered', { scope }) })

type GrantedPart = Pick<Grant, 'class' | 'covers' | 'covers_form' | 'script'>

const partsOf = ({ parts, class: key, covers, covers_form, script }: OfferedScope): GrantedPart[] =>
  parts ? parts.map(grantedPart) : [{ class: key ?? null, covers, covers_form, script: script ?? null }]

const grantedPart = ({ class: key, covers, covers_form, script }: OfferedPart): GrantedPart => ({
  class: key,
  covers,
  covers_form,
  script: script ?? null,
})

/** The keys of an offer, if it is about classes. */
export const keysOfOffer = (approval: Approval, answer: Pick<YesTerms, 'scope' | 'class'>): string[] =>
  answer.scope === 'once' ? [] : partsOf(requireOffered(approval, answer)).flatMap(({ class: key }) => key ?? [])

function lifeOf({ now }: Work, terms: GrantTerms & { readonly scope: Scope }): Pick<Grant, 'every_agent' | 'expires_at'> {
  const { grant_days, grant_seconds = LIMITS.maxGrantSeconds } = terms
  if (terms.scope !== 'project') return { every_agent: false, expires_at: later(now, grant_seconds) }
  return { every_agent: terms.every_agent ?? false, expires_at: grant_days === undefined ? null : later(now, grant_days * DAY_SECONDS) }
}

interface NewGrant extends GrantedPart, Pick<Grant, 'scope' | 'cover_high' | 'every_agent' | 'expires_at'> {
  readonly approval: Approval
  readonly never?: boolean
}

export async function insertGrant(core: Core, work: Work, { approval, never = false, ...terms }: NewGrant): Promise<Grant> {
  const grant: Grant = {
    ...terms,
    never,
    id: core.ids.next<GrantId>(),
    project_id: approval.project_id,
    session_id: approval.session_id,
    user_id: approval.user_id,
    agent: approval.agent,
    approval_id: approval.id,
    created_at: work.at,
    revoked_at: null,
    matched: 0,
    last_used_at: null,
  }
  await work.tx.grants.insert(grant)
  work.emit('grant.created', { ...grantFacts(grant), by: grant.user_id })
  return grant
}
