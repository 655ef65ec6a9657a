// Whether grants cover a call, or refuse it, and what using one leaves behind: how often and when last. A call is covered if each of its
// pieces above LOW is, by one grant or by several; nothing but a person's own answer covers a variable that takes over or what is not
// understood.
import { NEVER_COVERED, type Refused, refusalOf } from '@countersign/policy'
import {
  type BaseDigests,
  type ClearedBy,
  canonicalJson,
  type Digest,
  digestOf,
  type Execution,
  failureForm,
  type Grant,
  isRiskAbove,
  LOW_RISK_RULE,
  type ProjectId,
  referenceTo,
  scriptKey,
  sentence,
} from '@countersign/protocol'
import { type CallPiece, findTool, globOfClass, type JudgedCall, keysOf } from '@countersign/tools'
import type { Work } from '../work/core.ts'
import { revoke } from './revoke.ts'

export interface Cover {
  readonly by: ClearedBy
  /** Those that cleared the call. */
  readonly grants: readonly Grant[]
  /** The digests of the scripts that the grants bind. */
  readonly base_digests: BaseDigests
}

type Caller = Pick<Execution, 'project_id' | 'session_id' | 'agent'>

/** What clears a call without asking, if anything. A grant for exactly this call is used up in the same transaction. */
export async function clearCall(work: Work, execution: Execution, judged: JudgedCall): Promise<Cover | undefined> {
  const cover = findCover(judged, judged.risk === 'LOW' ? [] : await activeGrants(work, execution))
  if (!cover) return undefined
  for (const grant of cover.grants) {
    const used = { ...grant, matched: grant.matched + 1, last_used_at: work.at }
    // If another call used the grant first, the operator is asked about this one.
    if (grant.scope === 'exact' && !(await revoke(work, used, { usedBy: execution.id }))) return undefined
    if (grant.scope !== 'exact') await work.tx.grants.update(used, undefined, grant)
  }
  return cover
}

/** The refusal by a grant that says never. A call of no class cannot be meant by one. */
export async function refusalByNever(work: Work, caller: Caller, judged: JudgedCall): Promise<Refused['refusal'] | undefined> {
  if (judged.pieces.every((piece) => keysOf(piece).length === 0)) return undefined
  const grant = findNever(judged, await activeGrants(work, caller))
  if (!grant) return undefined
  await work.tx.grants.update({ ...grant, matched: grant.matched + 1, last_used_at: work.at }, undefined, grant)
  const { user_id: who, covers, covers_form, id } = grant
  const scope = grant.scope === 'project' ? 'subject.denied-in-project' : 'subject.denied-in-session'
  const subject = sentence(scope, { who, covers: covers_form ?? covers })
  return refusalOf('POLICY_DENIED', failureForm('POLICY_DENIED', subject), sentence('advice.revoke-grant', { grant: id }))
}

/** The grants in force for a session and its agent: those of the session, then those of the project. */
export async function activeGrants(work: Work, { project_id, session_id, agent }: Caller): Promise<Grant[]> {
  const ofSession = await work.tx.grants.find({
    equal: { session_id, agent, revoked_at: null },
    range: { column: 'expires_at', atLeast: work.at },
  })
  const ofProject = await projectGrants(work, project_id)
  return [
    ...ofSession.filter(({ scope }) => scope !== 'project'),
    ...ofProject.filter((grant) => grant.every_agent || grant.agent === agent),
  ]
}

async function projectGrants(work: Work, project_id: ProjectId): Promise<Grant[]> {
  const found = await work.tx.grants.find({ equal: { project_id, scope: 'project', revoked_at: null } })
  return found.filter(({ expires_at }) => expires_at === null || expires_at > work.at)
}

/** The files that the call must not change whatever links lead to them, as globs; undefined if there are none. */
export async function deniedPaths(work: Work, execution: Execution): Promise<string[] | undefined> {
  if (!findTool(execution.tool_name)?.changesNamedFiles) return undefined
  const grants = await activeGrants(work, execution)
  const globs = grants.flatMap(({ never, class: key }) => (never && key !== null && globOfClass(key)) || [])
  return globs.length > 0 ? globs : undefined
}

/** LOW comes first: nobody was asked about it, so it uses up no grant. */
export function findCover(call: JudgedCall, grants: readonly Grant[]): Cover | undefined {
  if (call.rule?.do === 'ask') return undefined
  if (call.risk === 'LOW') return byRule(LOW_RISK_RULE)
  if (call.needs.some((need) => NEVER_COVERED.has(need))) return undefined
  const isHigh = isRiskAbove(call.risk, 'MEDIUM')
  if (call.rule && (!isHigh || call.rule.cover_high)) return byRule(call.rule.name)
  const usable = grants.filter(({ never }) => !never)
  const whole = usable.filter(({ cover_high }) => !isHigh || cover_high)
  const one = whole.find((grant) => isForExactly(grant, call)) ?? whole.find(({ scope }) => scope === 'session')
  return one ? byGrants([one]) : byGrants(coverOfPieces(call.pieces, usable))
}

export const findClearance = (call: JudgedCall, grants: readonly Grant[]): ClearedBy | undefined => findCover(call, grants)?.by

/** The grant that refuses the call: one of its pieces is enough, whatever its risk. */
export const findNever = ({ pieces }: Pick<JudgedCall, 'pieces'>, grants: readonly Grant[]): Grant | undefined => {
  const keys = new Set(pieces.flatMap(keysOf))
  return grants.find((grant) => grant.never && grant.class !== null && keys.has(grant.class))
}

const byRule = (rule: string): Cover => ({ by: { kind: 'rule', rule }, grants: [], base_digests: {} })

function coverOfPieces(pieces: readonly CallPiece[], grants: readonly Grant[]): readonly Grant[] {
  const asked = pieces.filter(({ risk }) => risk !== 'LOW')
  const found = asked.map((piece) => grants.find((grant) => coversPiece(grant, piece)))
  return found.every((grant) => grant !== undefined) ? [...new Set(found)] : []
}

const coversPiece = (grant: Grant, piece: CallPiece): boolean =>
  (grant.scope === 'class' || grant.scope === 'project') &&
  (piece.risk !== 'HIGH' || grant.cover_high) &&
  grant.class !== null &&
  keysOf(piece).includes(grant.class)

function byGrants(grants: readonly Grant[]): Cover | undefined {
  const [first, ...others] = grants
  if (!first) return undefined
  const globs = grants.map(({ class: key }) => (key === null ? undefined : globOfClass(key)))
  // A grant that is not about files covers all of them.
  const paths = globs.every((glob) => glob !== undefined) ? globs : []
  const by: ClearedBy = {
    kind: 'grant',
    grant_id: first.id,
    ...(others.length > 0 && { also: others.map(({ id }) => id) }),
    ...(paths.length > 0 && { paths }),
  }
  const bound = grants.flatMap(({ script }) => (script ? [[scriptKey(script), script.digest] as const] : []))
  return { by, grants, base_digests: Object.fromEntries(bound) }
}

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
