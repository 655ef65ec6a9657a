// Whether a call may run here: its clearance must be signed by the pinned server, be for this very call and in time, cover the call as it
// is judged on this machine with the real disk, and cover every location that it uses. What is not covered does not run, whoever signed
// for it: the call is refused, or given back to be asked about.

import { type KeyObject, verify } from 'node:crypto'
import { type Client, ServerUnreachable } from '@countersign/client'
import {
  createPathTest,
  type Facts,
  hiddenGlobs,
  isNamedOrBelow,
  matchesRule,
  printable,
  type Refusal,
  type Refused,
  type Rule,
  refusal,
  ruleSchema,
} from '@countersign/policy'
import {
  CLEARANCE_TYPE,
  type Clearance,
  type ClearedBy,
  callDigest,
  clearanceSchema,
  Failure,
  isOwnAnswer,
  isRiskAbove,
  LOW_RISK_RULE,
  type PlainFormName,
  type ProjectId,
  type Risk,
  type Sentence,
  type SessionId,
  sentence,
} from '@countersign/protocol'
import type { JudgedCall } from '@countersign/tools'
import * as z from 'zod'
import { type LocationRules, NO_LOCATION_RULES } from '../disk/names.ts'
import { errorFields, type Logger } from '../ports/logger.ts'

/** As the server sent it; the parameters are exactly the agent's, references to bodies unresolved. */
export interface SentCall {
  readonly tool_id: string
  readonly attempt_id: string
  readonly session_id?: SessionId | undefined
  readonly tool_name: string
  readonly tool_params: Readonly<Record<string, unknown>>
  readonly digest: string
}

interface Checking {
  /** Undefined until the server has said hello. */
  readonly key: KeyObject | undefined
  readonly now: number
}

/**
 * The algorithm and the type of the token are fixed here, never taken from it, and a header that asks for more than is understood is
 * refused.
 */
export function readClearance(call: SentCall & { readonly clearance: string | null }, { key, now }: Checking): Clearance {
  if (!key) throw refuseClearance('clearance.no-key')
  const clearance = verifyClearance(call.clearance, key)
  checkClearance(clearance, call, now)
  return clearance
}

function checkClearance(clearance: Clearance, call: SentCall, now: number): void {
  const why = mismatch(clearance, call)
  if (why) throw refuseClearance(why)
  if (clearance.exp * 1000 <= now) throw refuseClearance('clearance.expired')
  const { by, risk } = clearance
  if (by.kind === 'parent') throw refuseClearance('clearance.by-parent')
  if (risk !== 'LOW' && by.kind === 'rule' && by.rule === LOW_RISK_RULE)
    throw refuseClearance(sentence('clearance.by-nobody', { risk: sentence(`risk.${risk}`) }))
}

function mismatch(clearance: Clearance, call: SentCall): PlainFormName | undefined {
  if (clearance.execution_id !== call.tool_id) return 'clearance.other-execution'
  if (clearance.attempt_id !== call.attempt_id) return 'clearance.other-attempt'
  const { tool_name, tool_params } = call
  const digest = callDigest({ tool_name, tool_params, network: clearance.network })
  if (clearance.call_digest !== digest || call.digest !== digest) return 'clearance.other-parameters'
  return undefined
}

const MAX_CHARACTERS = 256 * 1024

function verifyClearance(token: string | null | undefined, key: KeyObject): Clearance {
  if (!token) throw refuseClearance('clearance.missing')
  const [header, payload, signature, ...rest] = token.length > MAX_CHARACTERS ? [] : token.split('.')
  if (!header || !payload || !signature || rest.length > 0) throw refuseClearance('clearance.malformed')
  checkHeader(decodeJson(header))
  const isSigned = verify(null, Buffer.from(`${header}.${payload}`, 'latin1'), key, Buffer.from(signature, 'base64url'))
  if (!isSigned) throw refuseClearance('clearance.unsigned')
  const claims = clearanceSchema.safeParse(decodeJson(payload))
  if (!claims.success) throw refuseClearance('clearance.incomplete', claims.error)
  return claims.data
}

function checkHeader(header: unknown): void {
  const { alg, typ, crit } = (header ?? {}) as { alg?: unknown; typ?: unknown; crit?: unknown }
  if (alg !== 'EdDSA' || typ !== CLEARANCE_TYPE || crit !== undefined) throw refuseClearance('clearance.odd-kind')
}

function decodeJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch (cause) {
    throw refuseClearance('clearance.malformed', cause)
  }
}

/** What the server says to judge by: the rules of its policy file, and the project's list of commands. */
export interface ServerPolicy {
  readonly version: string
  readonly rules: readonly Rule[]
  readonly extraCommands: NonNullable<Facts['extraCommands']>
  readonly toolchains: readonly string[]
  readonly addedCommands: readonly string[]
}

/** Where there is no server, there is no policy file. */
export const NO_SERVER_POLICY: ServerPolicy = {
  version: 'none',
  rules: [],
  extraCommands: new Map(),
  toolchains: [],
  addedCommands: [],
}

/** Returns the rule that allows the call, where a rule cleared it. */
export function checkCoverage(judged: JudgedCall, clearance: Clearance, policy: ServerPolicy): Rule | undefined {
  const { tool, risk, network, asks } = judged
  const { by } = clearance
  if (asks[0] !== undefined && !isOwnAnswer(by)) throw unanswered(by, asks[0])
  const allowedBy = by.kind === 'rule' && by.rule !== LOW_RISK_RULE ? requireAllowingRule(judged, by.rule, policy) : undefined
  if (isRiskAbove(risk, clearance.risk)) throw refuseClearance(higherRisk(risk, clearance.risk))
  if (network && !clearance.network) throw refuseClearance('clearance.network')
  if (tool.preview && isShownToPerson(clearance) && Object.keys(clearance.base_digests).length === 0)
    throw refuseClearance('clearance.no-files')
  return allowedBy
}

const higherRisk = (risk: Risk, cleared: Risk): Sentence =>
  sentence('clearance.higher-risk', { risk: sentence(`risk.${risk}`), cleared: sentence(`risk.${cleared}`) })

/**
 * A clearance by a rule is believed only where that rule, as it is in force, covers the call: the commands as they are read here,
 * and every name by what it leads to on this disk.
 */
function requireAllowingRule({ risk, subject }: JudgedCall, named: string, { rules }: ServerPolicy): Rule {
  const rule = rules.find(({ name, do: kind }) => kind === 'allow' && name === named)
  if (!rule) throw needsAnswer(sentence('subject.no-such-rule', { rule: printable(named) }))
  const outside = rule.paths && subject.paths.find((path) => !matchesRule(rule, { ...subject, paths: [path] }))
  if (outside !== undefined) throw needsAnswer(sentence('subject.rule-does-not-reach', { rule: rule.name, path: printable(outside) }))
  if (!matchesRule(rule, subject)) throw needsAnswer(sentence('subject.rule-does-not-cover', { rule: rule.name }))
  if (isRiskAbove(risk, 'MEDIUM') && !rule.cover_high) throw needsAnswer(sentence('subject.rule-does-not-reach-high', { rule: rule.name }))
  return rule
}

const isShownToPerson = ({ by }: Clearance): boolean => isOwnAnswer(by) && (by.kind !== 'person' || by.approval_id !== undefined)

interface RuledCall {
  readonly tool: string
  /** Those of the runner and of the server that ask or deny. */
  readonly rules: readonly Rule[]
  /** The one that cleared the call. */
  readonly allowedBy?: Rule | undefined
  /** Before there is one, only what no answer lifts is refused. */
  readonly clearance?: Clearance | undefined
}

/**
 * The rules of one call for the locations that it uses. The requested names were judged before; these rules look at the object that was
 * really opened, wherever links led by then.
 */
export function createLocationRules({ tool, rules, allowedBy, clearance }: RuledCall): LocationRules {
  const hidden = hiddenGlobs(rules, tool)
  const asksAgain = clearance !== undefined && !isOwnAnswer(clearance.by)
  const tests = rules
    .filter((rule) => rule.paths && (rule.do === 'deny' || (rule.do === 'ask' && asksAgain)) && (rule.tools?.includes(tool) ?? true))
    .sort((one, other) => Number(other.do === 'deny') - Number(one.do === 'deny'))
    .map((rule) => ({ rule, test: createPathTest(rule.paths ?? []) }))
  const isAllowed = allowedBy?.paths && createPathTest(allowedBy.paths)
  const granted = clearance?.by.kind === 'grant' && clearance.by.paths && createPathTest(clearance.by.paths)
  const denied = clearance?.denied_paths && createPathTest(clearance.denied_paths)
  if (tests.length === 0 && !isAllowed && !granted && !denied) return { ...NO_LOCATION_RULES, hidden }
  return {
    hidden,
    check(name) {
      const found = tests.find(({ test }) => isNamedOrBelow(test, name))?.rule
      const why = found && sentence('subject.denied-by-rule', { why: printable(found.why), rule: found.name })
      if (why && found.do === 'deny') throw new RefusedByPolicy(refusal('POLICY_DENIED', why))
      if (why && clearance) throw unanswered(clearance.by, why)
      if (denied && isNamedOrBelow(denied, name))
        throw new RefusedByPolicy(refusal('POLICY_DENIED', sentence('subject.denied-path', { path: printable(name) })))
      if (granted && !granted(name)) throw needsAnswer(sentence('subject.grant-does-not-reach', { path: printable(name) }))
      if (isAllowed && !isAllowed(name))
        throw needsAnswer(sentence('subject.rule-does-not-reach', { rule: allowedBy?.name ?? '', path: printable(name) }))
    },
  }
}

/** Keeps the sentence of the judgement, which says what to do instead. */
class RefusedByPolicy extends Failure {
  constructor({ code, messageForm }: Refusal) {
    super(code, {}, { message: messageForm })
  }
}

export function requireAccepted<Accepted extends object>(call: Accepted | Refused): Accepted {
  if ('refusal' in call) throw new RefusedByPolicy(call.refusal)
  return call
}

export const refuseClearance = (why: PlainFormName | Sentence, cause?: unknown): Failure =>
  new Failure('INPUT_CHANGED', { subject: typeof why === 'string' ? sentence(why) : why }, { cause })

/** The server asks the operator then; nothing has run. */
export const needsAnswer = (why: Sentence): Failure => new Failure('APPROVAL_NEEDED', { subject: why })

/** For what only a person's own answer clears. A parent on stdio was asked already, or chose not to be: there is nobody else to ask. */
function unanswered(by: ClearedBy, why: Sentence): Failure {
  if (by.kind !== 'parent') return needsAnswer(why)
  const what = sentence('subject.needs-own-answer', { kind: by.kind, why })
  return new RefusedByPolicy(refusal('POLICY_DENIED', what, sentence('advice.change-runner-rules')))
}

export interface ServerRules {
  current(): ServerPolicy
  /** The rules that are in force now, at least as new as this version. Throws ServerUnreachable where they cannot be had. */
  require(version: string): Promise<ServerPolicy>
  /** The server says which version is in force; another one is fetched in the background. */
  heard(version: string | undefined): void
}

interface ServerRulesPorts {
  readonly client: Client
  readonly projectId: ProjectId
  readonly logger: Logger
}

const FETCH_MILLISECONDS = 10_000

/**
 * A clearance names the version of the rules under which it was given: where the runner has another one, it fetches the rules before anything
 * runs, so that it never judges by rules that are older.
 */
export function createServerRules({ client, projectId, logger }: ServerRulesPorts): ServerRules {
  let policy: ServerPolicy | undefined
  let fetching: Promise<ServerPolicy> | undefined
  const fetchRules = async (): Promise<ServerPolicy> => {
    const view = await client.getRunnerRules({ params: { p: projectId }, signal: AbortSignal.timeout(FETCH_MILLISECONDS) })
    const rules = z.array(ruleSchema).parse(view.rules)
    policy = {
      version: view.policy_version,
      rules,
      extraCommands: new Map(Object.entries(view.extra_commands)),
      toolchains: view.toolchains,
      addedCommands: view.commands,
    }
    logger.info({ policy_version: policy.version, rules: rules.length }, 'the rules of the server are in force')
    return policy
  }
  /** A fetch that is under way may have been answered before this call was cleared, so that another one follows it. */
  const fetchAgain = (): Promise<ServerPolicy> => {
    const next = (fetching ?? Promise.resolve()).catch(() => undefined).then(fetchRules)
    fetching = next
    return next
  }
  return {
    current: () => policy ?? NO_SERVER_POLICY,
    async require(version) {
      if (policy?.version === version) return policy
      try {
        return await fetchAgain()
      } catch (error) {
        if (error instanceof ServerUnreachable) throw error
        throw refuseClearance('clearance.rules-unread', error)
      }
    },
    heard(version) {
      if (version === undefined || version === policy?.version) return
      fetchAgain().catch((error: unknown) => logger.warn(errorFields(error), 'the rules of the server could not be fetched'))
    },
  }
}
