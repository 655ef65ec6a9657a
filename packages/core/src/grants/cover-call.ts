// Whether grants cover a call, or refuse it. Pure: the grants in force are handed in. A call is covered if each of its pieces above LOW is,
// by one grant or by several; nothing but a person's own answer covers a variable that takes over or what is not understood.
import { NEVER_COVERED } from '@countersign/policy'
import {
  type BaseDigests,
  type ClearedBy,
  canonicalJson,
  type Digest,
  digestOf,
  type Grant,
  isRiskAbove,
  LOW_RISK_RULE,
  referenceTo,
  scriptKey,
} from '@countersign/protocol'
import { type CallPiece, globOfClass, type JudgedCall, keysOf } from '@countersign/tools'

export interface Cover {
  readonly by: ClearedBy
  /** Those that cleared the call. */
  readonly grants: readonly Grant[]
  /** The digests of the scripts that the grants bind. */
  readonly base_digests: BaseDigests
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
