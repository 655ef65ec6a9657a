// A call as it was sent: what an agent asks for, what is loaded to judge it, and the record that is made of it. Records hold the masked form;
// if masking changed anything, the raw form is stored as a body, found by its digest.
import { maskSentence, type Refused } from '@countersign/policy'
import {
  type BaseDigests,
  type BodyReference,
  callDigest,
  canonicalJson,
  type Digest,
  describeField,
  digestOf,
  type Execution,
  type ExecutionId,
  type ExecutionIn,
  Failure,
  inEnglish,
  LIMITS,
  MEGABYTE,
  type Mode,
  NOTHING_YET,
  type ProjectId,
  type Sentence,
  type Session,
  sentence,
  strictBodyText,
  type TurnId,
} from '@countersign/protocol'
import { type AnyTool, findTool, type Guard, type JudgedCall, neededTexts, type Reading, readsShell } from '@countersign/tools'
import type { Core, Principal, Work } from '../work/core.ts'
import { type FindProcess, loadProcessFacts } from './process-facts.ts'

export interface NewCall {
  readonly principal: Principal
  readonly session: Session
  readonly request: CallRequest
  readonly params: MaskedForm<Record<string, unknown>>
  readonly judged: JudgedCall | Refused
  readonly mode: Mode
}

export function newExecution(
  core: Core,
  work: Work,
  { principal, session, request, params, judged, mode }: NewCall,
): ExecutionIn<'pending'> {
  const accepted = 'tool' in judged ? judged : undefined
  const toolName = accepted?.tool.name ?? request.tool_name
  const network = accepted?.network ?? false
  const reasons = ('refusal' in judged ? [judged.refusal.adviceForm] : judged.reasons).map((reason) => maskSentence(core.masker, reason))
  return {
    status: 'pending',
    id: core.ids.next<ExecutionId>(),
    user_id: principal.user_id,
    project_id: session.project_id,
    session_id: session.id,
    agent: session.agent,
    call_id: request.call_id ?? null,
    tool_name: toolName,
    tool_params: params.value,
    params_digest: params.digest,
    params_masked: params.masked,
    call_digest: callDigest({ tool_name: toolName, tool_params: request.tool_params, network }),
    base_digests: request.base_digests ?? {},
    risk_level: accepted?.risk ?? null,
    reasons: reasons.map(inEnglish),
    reasons_forms: reasons,
    network,
    mode,
    call_class: accepted?.pieces[0]?.classes[0]?.key ?? null,
    requires_approval: false,
    created_at: work.at,
    ...NOTHING_YET,
  }
}

/** `actions` has one for each action of the question. */
export interface QuestionForms {
  readonly message: Sentence
  readonly actions: readonly Sentence[]
}

export interface CallRequest {
  readonly tool_name: string
  readonly tool_params: Record<string, unknown>
  readonly session_id?: string | undefined
  readonly call_id?: string | undefined
  /** Digests of the files as the editor read them: an operator's save is refused if they have changed since. */
  readonly base_digests?: BaseDigests | undefined
  /** The turn that makes the call. A turn that has ended cannot make calls. */
  readonly turn_id?: TurnId | undefined
  /** Ask the operator even if nothing else requires it. */
  readonly always_ask?: boolean | undefined
  /** The words of a question that Countersign itself asks; no channel takes them from an agent. */
  readonly question_forms?: QuestionForms | undefined
  /** Countersign itself asks; no channel takes this from a caller. */
  readonly by_countersign?: boolean | undefined
  /** The channel takes no absolute path, not even one into the workspace. */
  readonly relative_paths_only?: boolean | undefined
  /** Why the channel that the call came by does not accept it: recorded like any other refusal. */
  readonly refusal?: Failure | undefined
}

type Params = Record<string, unknown>

/**
 * A call that may take a while has a time limit. If it does not name one, the default is added to its parameters, so that both the operator
 * and the runner see it there.
 */
export const withTimeout = (toolName: string, params: Params): Params =>
  'timeout' in (findTool(toolName)?.input.shape ?? {}) && params.timeout === undefined
    ? { ...params, timeout: LIMITS.defaultCommandSeconds }
    : params

export interface MaskedForm<T> {
  readonly value: T
  readonly digest: Digest
  readonly masked: boolean
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Stores the raw form, if it differs, before the record that refers to it. */
export async function keepRaw<T>(core: Core, project: ProjectId, raw: T): Promise<MaskedForm<T>> {
  const text = canonicalJson(raw)
  const value = core.masker.maskValue(raw)
  const masked = value !== raw
  if (masked) await core.bodies.put(project, encode(text))
  return { value, digest: digestOf(text), masked }
}

export const rawParams = (core: Core, execution: Execution): Promise<Record<string, unknown>> =>
  rawForm(core, execution, execution.params_masked, execution.params_digest, execution.tool_params)

/** The agent's own result; the masked form if the raw one was pruned. */
export const rawResult = (core: Core, execution: Execution): Promise<unknown> =>
  rawForm(core, execution, execution.result_masked, execution.result_digest, execution.result)

export async function rawForm<T>(core: Core, execution: Execution, masked: boolean, digest: Digest | null, value: T): Promise<T> {
  if (!masked || !digest) return value
  const bytes = await core.bodies.get(execution.project_id, digest)
  return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as T) : value
}

export type LoadedForJudgement = Pick<Guard, 'parseShell'> & Pick<Reading, 'texts'> & { readonly findProcess?: FindProcess }

export interface CallToJudge {
  readonly project_id: ProjectId
  readonly tool_name: string
  readonly tool_params: Record<string, unknown>
}

/**
 * Loads what a judgement needs: the shell grammar, and the text of values that are sent by reference. Awaited before a transaction, never
 * inside one. What cannot be loaded becomes a refusal, which is recorded like any other.
 */
export async function loadForJudgement(core: Core, call: CallToJudge): Promise<LoadedForJudgement> {
  const tool = findTool(call.tool_name)
  if (!tool) return {}
  return { ...(await readGrammar(core, tool)), ...(await loadProcessFacts(core, call)), texts: await readTexts(core, tool, call) }
}

async function readGrammar(core: Core, tool: AnyTool): Promise<LoadedForJudgement> {
  if (!core.shellGrammar || !readsShell(tool)) return {}
  try {
    return { parseShell: await core.shellGrammar.load() }
  } catch (error) {
    core.onDefect(error, 'shell grammar')
    return {}
  }
}

async function readTexts(core: Core, tool: AnyTool, { project_id, tool_params }: CallToJudge): Promise<Record<string, string | Failure>> {
  const references = Object.entries(neededTexts(tool, tool_params))
  const texts = references.map(async ([name, reference]) => [name, await readText(core, project_id, name, reference)] as const)
  return Object.fromEntries(await Promise.all(texts))
}

async function readText(core: Core, project: ProjectId, name: string, { $body }: BodyReference): Promise<string | Failure> {
  const size = await core.bodies.size(project, $body)
  if (size !== undefined && size > LIMITS.maxDiffBytes) {
    return new Failure('FILE_TOO_LARGE', {
      subject: sentence('subject.text-too-long-to-judge', { name, bytes: size, megabytes: LIMITS.maxDiffBytes / MEGABYTE }),
    })
  }
  const bytes = await core.bodies.get(project, $body)
  if (!bytes)
    return new Failure('INVALID_ARGUMENTS', { subject: describeField(name, sentence('problem.body-no-longer-stored', { body: $body })) })
  try {
    return strictBodyText(bytes)
  } catch (cause) {
    return new Failure('INVALID_ARGUMENTS', { subject: describeField(name, sentence('problem.body-not-text', { body: $body })) }, { cause })
  }
}
