// Grants: answers that cover more calls, each created by one approval. A grant covers HIGH only if the operator said so, and always expires.
import {
  type Approval,
  type ClearedBy,
  canonicalJson,
  type Digest,
  digestOf,
  type Execution,
  type ExecutionId,
  Failure,
  type Grant,
  type GrantId,
  isRiskAbove,
  LIMITS,
  LOW_RISK_RULE,
  referenceTo,
  type Scope,
  type SessionId,
  sentence,
} from '@countersign/protocol'
import type { JudgedCall } from '@countersign/tools'
import { type Core, later, type Work } from '../work/core.ts'

/** What clears a call without asking, if anything. A grant for exactly this call is used up in the same transaction. */
export async function clearCall(work: Work, execution: Execution, judged: JudgedCall): Promise<ClearedBy | undefined> {
  const grants = await activeGrants(work, execution.session_id, execution.agent)
  const by = findClearance(judged, grants)
  const grant = by?.kind === 'grant' ? grants.find(({ id }) => id === by.grant_id) : undefined
  if (!grant) return by
  const used = { ...grant, matched: grant.matched + 1 }
  // If another call used the grant first, the operator is asked about this one.
  if (grant.scope === 'exact') return (await revoke(work, used, execution.id)) ? by : undefined
  await work.tx.grants.update(used)
  return by
}

/** The grants in force for a session and agent. */
async function activeGrants(work: Work, session: SessionId, agent: string): Promise<Grant[]> {
  return work.tx.grants.find({ equal: { session_id: session, agent, revoked_at: null }, range: { column: 'expires_at', atLeast: work.at } })
}

interface GrantRequest {
  readonly approval: Approval
  readonly scope: Scope
  /** The key of an offered class; the narrowest if none was named. */
  readonly class: string | undefined
  readonly grant_seconds: number | undefined
  readonly cover_high: boolean
}

export async function createGrant(core: Core, work: Work, request: GrantRequest): Promise<Grant | null> {
  const { approval, scope } = request
  if (scope === 'once') return null
  const offered = approval.scopes.find((candidate) => candidate.scope === scope && (!request.class || candidate.class === request.class))
  if (!offered) throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.scope-not-offered', { scope }) })
  return insertGrant(core, work, {
    approval,
    scope,
    class: offered.class ?? null,
    covers: offered.covers,
    covers_form: offered.covers_form,
    cover_high: request.cover_high,
    seconds: request.grant_seconds ?? LIMITS.maxGrantSeconds,
  })
}

interface NewGrant extends Pick<Grant, 'scope' | 'class' | 'covers' | 'covers_form' | 'cover_high'> {
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
  work.emit('grant.created', { grant_id: grant.id, session_id: grant.session_id, covers: grant.covers, covers_form: grant.covers_form })
  return grant
}

/**
 * Ends a grant before it expires; what it cleared stays cleared. False if it had already ended. `usedBy` is the one call that used a grant
 * of scope `exact`.
 */
export async function revoke(work: Work, grant: Grant, usedBy?: ExecutionId): Promise<boolean> {
  if (!(await work.tx.grants.update({ ...grant, revoked_at: work.at }, { revoked_at: null }))) return false
  const { id, session_id, covers, covers_form } = grant
  work.emit('grant.revoked', { grant_id: id, session_id, covers, covers_form, ...(usedBy && { used_by: usedBy }) })
  return true
}

export function findClearance(call: JudgedCall, grants: readonly Grant[]): ClearedBy | undefined {
  if (call.rule?.do === 'ask') return undefined
  if (call.risk === 'LOW') return { kind: 'rule', rule: LOW_RISK_RULE }
  const isHigh = isRiskAbove(call.risk, 'MEDIUM')
  if (call.rule && (!isHigh || call.rule.cover_high)) return { kind: 'rule', rule: call.rule.name }
  const usable = grants.filter((candidate) => !isHigh || candidate.cover_high)
  const grant = usable.find((candidate) => isForExactly(candidate, call)) ?? usable.find((candidate) => covers(candidate, call))
  return grant && { kind: 'grant', grant_id: grant.id }
}

const covers = (grant: Grant, call: JudgedCall): boolean =>
  grant.scope === 'session' || (grant.scope === 'class' && call.classes.some(({ key }) => key === grant.class))

const isForExactly = (grant: Grant, { tool, input }: JudgedCall): boolean =>
  grant.scope === 'exact' && grant.class === exactDigest(tool.name, input)

/**
 * What a grant for exactly one call is bound to: the tool and all its parameters after parsing. A text counts by the hash of its bytes, so
 * that it is the same whether it was sent inline or by reference.
 */
export function exactDigest(toolName: string, input: Readonly<Record<string, unknown>>): Digest {
  const entries = Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? referenceTo(value) : value])
  return digestOf(canonicalJson({ tool_name: toolName, tool_params: Object.fromEntries(entries) }))
}
