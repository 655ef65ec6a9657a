// A call becomes an execution: it is recorded and judged, then refused, put to the operator or sent on, all in one transaction.
import { type Refused, refusalOf } from '@countersign/policy'
import {
  describeField,
  type Execution,
  type ExecutionIn,
  Failure,
  findReferences,
  LIMITS,
  type Project,
  type ProjectId,
  type Runner,
  type Sentence,
  type Session,
  sentence,
  type TurnId,
  valuesProblem,
} from '@countersign/protocol'
import { findTool, type JudgedCall, judgeCall, type Power, usesPort } from '@countersign/tools'
import { isPreviewed } from '../approvals/check-edit.ts'
import { openApproval, openQuestion } from '../approvals/open.ts'
import { dispatch } from '../executions/dispatch.ts'
import { guardOf, type Judging, loadJudging, modeInEffect } from '../executions/judging.ts'
import { type GivenRefusal, isFull, refuseCall, requestPreview } from '../executions/pending-call.ts'
import {
  type CallRequest,
  keepRaw,
  type LoadedForJudgement,
  loadForJudgement,
  type MaskedForm,
  newExecution,
  type QuestionForms,
  withTimeout,
} from '../executions/record.ts'
import { recordClasses } from '../grants/call-classes.ts'
import type { Cover } from '../grants/cover-call.ts'
import { clearCall, refusalByNever } from '../grants/use-grants.ts'
import { sessionOfCall } from '../sessions/sessions.ts'
import { type Core, commit, hasRole, isOnline, isPlain, type Principal, type Work } from '../work/core.ts'
import { NEXT_ROW, statusRow } from '../work/work.ts'

/** The same `call_id` in a session is the same execution: it is returned unchanged, and nothing is done twice. */
export async function requestCall(core: Core, principal: Principal, project: Project, request: CallRequest): Promise<Execution> {
  const call = await prepareCall(core, principal, project.id, request)
  return commit(core, 'request', project.id, async (work) => {
    if (call.request.turn_id) await checkTurn(work, call.request.turn_id)
    const session = await sessionOfCall(work, core, principal, project, request.session_id)
    const known = request.call_id && (await findByCallId(work, session, request.call_id))
    return known ? sameCall(known, request.tool_name, call.params) : makeCall(core, work, session, call)
  })
}

export interface PreparedCall {
  readonly principal: Principal
  readonly request: CallRequest
  readonly params: MaskedForm<Record<string, unknown>>
  readonly loaded: LoadedForJudgement
}

/** What must exist before the transaction that creates the call. */
export async function prepareCall(core: Core, principal: Principal, project: ProjectId, given: CallRequest): Promise<PreparedCall> {
  if (given.base_digests && !hasRole(principal, 'operator')) throw refuseBase()
  const tooMany = refusalByCount(given)
  const missing = tooMany ?? (given.refusal ? undefined : await missingBody(core, project, given.tool_params))
  // The model of a turn learns what is wrong with its call, and the turn goes on.
  if (missing && !given.turn_id) throw missing
  const tool_params = tooMany ? {} : withTimeout(given.tool_name, given.tool_params)
  const request = { ...given, tool_params, ...(missing && { refusal: missing }) }
  const params = await keepRaw(core, project, request.tool_params)
  return { principal, request, params, loaded: await loadForJudgement(core, { project_id: project, ...request }) }
}

/** A call that is not on record yet. */
export async function makeCall(core: Core, work: Work, session: Session, call: PreparedCall): Promise<Execution> {
  const { principal, request, params, loaded } = call
  const judging = await loadJudging(work.tx, session.project_id)
  const { mode_in_effect: mode } = modeInEffect(core, judging.project)
  const roots = request.relative_paths_only ? { roots: [] } : {}
  const guard = guardOf(core, judging, {
    ...loaded,
    ...ownProcesses(loaded, session),
    ...roots,
    mode,
    byOperator: hasRole(principal, 'operator'),
    byCountersign: request.by_countersign,
  })
  const judged =
    refusedBy(request.refusal) ??
    refusalByRunner(judging.runner, request, work.at) ??
    refusedBy(await refusalOfQuestion(work, session, request)) ??
    judgeCall(request.tool_name, request.tool_params, guard)
  const execution = newExecution(core, work, { principal, session, request, params, judged, mode })
  work.create(execution)
  if ('tool' in judged) await recordClasses(core, work, execution, judged)
  const alwaysAsk = request.always_ask === true
  return proceed(core, work, {
    execution,
    judged,
    judging,
    principal,
    params: request.tool_params,
    alwaysAsk,
    forms: request.question_forms,
  })
}

/** The processes of other sessions do not exist for this one. */
function ownProcesses({ findProcess }: LoadedForJudgement, session: Session): Pick<LoadedForJudgement, 'findProcess'> {
  if (!findProcess) return {}
  return {
    findProcess(name) {
      const found = findProcess(name)
      return found?.session_id === session.id ? found : undefined
    },
  }
}

/** Every later step costs time for each key: a call with too many keys is refused at once, and they are not recorded. */
function refusalByCount({ tool_params }: CallRequest): Failure | undefined {
  const problem = valuesProblem(tool_params, LIMITS.maxCallValues)
  return problem === undefined ? undefined : new Failure('INVALID_ARGUMENTS', { subject: describeField('tool_params', problem) })
}

async function missingBody(core: Core, project: ProjectId, params: Record<string, unknown>): Promise<Failure | undefined> {
  for (const [name, { $body }] of Object.entries(findReferences(params))) {
    if ((await core.bodies.size(project, $body)) === undefined)
      return new Failure('INVALID_ARGUMENTS', { subject: describeField(name, sentence('problem.body-not-stored', { body: $body })) })
  }
  return undefined
}

async function checkTurn(work: Work, id: TurnId): Promise<void> {
  if ((await work.tx.turns.get(id))?.status !== 'running') throw new Failure('CANCELLED', { subject: sentence('subject.turn-ended') })
}

const findByCallId = async (work: Work, session: Session, callId: string): Promise<Execution | undefined> =>
  (await work.tx.executions.find({ equal: { session_id: session.id, call_id: callId }, limit: 1 }))[0]

function sameCall(known: Execution, toolName: string, params: MaskedForm<unknown>): Execution {
  const isSameTool = known.tool_name === (findTool(toolName)?.name ?? toolName)
  if (isSameTool && known.params_digest === params.digest) return known
  throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.call-id-used') })
}

/** A question always waits for the operator: if there is no room for it, it is not even parsed. */
async function refusalOfQuestion(work: Work, session: Session, { tool_name }: CallRequest): Promise<Failure | undefined> {
  return findTool(tool_name)?.question && (await isFull(work, session.id)) ? new Failure('TOO_MANY_PENDING') : undefined
}

/** What a runner said in its hello: a call that it never takes as things are is refused at once, instead of waiting for another runner. */
function refusalByRunner(runner: Runner | undefined, { tool_name }: CallRequest, at: string): Refused | undefined {
  const tool = findTool(tool_name)
  if (!tool || tool.question || runner?.tools.includes(tool.name)) return undefined
  if (usesPort(tool, 'editor')) return refusedBy(new Failure('TOOL_NOT_FOUND', { subject: sentence('subject.no-editor') }))
  if (!isOnline(runner, at) || !runner.read_only) return undefined
  const untrusted = new Failure('PERMISSION_DENIED', { subject: sentence('subject.workspace-not-trusted') })
  return refusedBy(untrusted, sentence('advice.until-trusted'))
}

const refusedBy = (failure: Failure | undefined, advice?: Sentence): Refused | undefined =>
  failure && { refusal: refusalOf(failure.code, failure.messageForm, advice) }

interface Proceeding {
  readonly execution: ExecutionIn<'pending'>
  readonly judged: JudgedCall | Refused
  readonly judging: Judging
  readonly principal: Principal
  readonly params: Record<string, unknown>
  readonly alwaysAsk: boolean
  readonly forms?: QuestionForms | undefined
}

async function proceed(core: Core, work: Work, proceeding: Proceeding): Promise<Execution> {
  const { execution, judged, judging, principal, params, alwaysAsk, forms } = proceeding
  const { runner } = judging
  const refuse = (refusal: GivenRefusal) => refuseCall(core, work, execution, refusal)
  if ('refusal' in judged) return refuse(judged.refusal)
  // A question goes only to the operator: no grant answers it, and no runner sees it.
  if (judged.shown) return openQuestion(core, work, { execution, judged, params, forms })
  const own = ownAct(core, principal, judged)
  if (own === 'forbidden') return refuse(OPERATOR_REFUSAL)
  // What the operator forbade to agents, the operator may still do.
  const never = hasRole(principal, 'operator') ? undefined : await refusalByNever(work, execution, judged)
  if (never) return refuse(never)
  const isAsked = alwaysAsk || (needsRealNames(judged) && isPlain(runner, work.at))
  const cover = own || isAsked ? own && { by: own } : await clearCall(work, execution, judged)
  if (cover) return clear(core, work, proceeding, cover)
  if (await isFull(work, execution.session_id)) return refuse(new Failure('TOO_MANY_PENDING'))
  return isPreviewed({ judged, runner, at: work.at })
    ? awaitPreview(core, work, { execution, params, runner })
    : openApproval(core, work, { execution, judged, preview: null, params })
}

type Clearing = Pick<Cover, 'by'> & Partial<Pick<Cover, 'base_digests'>>

async function clear(
  core: Core,
  work: Work,
  { execution, judging, params }: Proceeding,
  { by, base_digests }: Clearing,
): Promise<Execution> {
  const bound = by.kind === 'grant' && base_digests ? await work.amend(execution, { base_digests }) : execution
  const approved = await work.move(bound, { type: 'approval.waived', by, at: work.at }, NEXT_ROW)
  return dispatch(core, work, approved, { judging, params })
}

/** A client without hello does not match rules against resolved names: what only a path rule allows is put to the operator. */
const needsRealNames = ({ rule, risk }: JudgedCall): boolean => rule?.do === 'allow' && rule.paths !== undefined && risk !== 'LOW'

/** The file state that an agent's change requires is the one that the operator was shown, never one that the agent names. */
const refuseBase = () => new Failure('INVALID_ARGUMENTS', { subject: describeField('base_digests', sentence('problem.operator-only')) })

const OPERATOR_REFUSAL = new Failure('FORBIDDEN', {
  subject: sentence('subject.operator-commands'),
})

const COMMAND_POWERS = new Set<Power>(['processes', 'shell', 'persistent:start', 'persistent:write', 'git:branch', 'git:commit'])

/** The operator's own reads and saves are cleared as the person's act; refusals were decided before this point. */
function ownAct(core: Core, principal: Principal, judged: JudgedCall) {
  if (!hasRole(principal, 'operator') || (judged.risk === 'LOW' && !judged.tool.forOperator)) return undefined
  const isCommand = judged.tool.uses.some((power) => COMMAND_POWERS.has(power))
  if (isCommand && !core.settings.allow_operator_calls) return 'forbidden'
  return { kind: 'person', user_id: principal.user_id } as const
}

type Previewing = Pick<Proceeding, 'execution' | 'params'> & Pick<Judging, 'runner'>

async function awaitPreview(core: Core, work: Work, { execution, params, runner }: Previewing): Promise<Execution> {
  const waiting = await requestPreview(core, work, execution, params)
  // The operator is notified at once only if the call waits for the runner; otherwise the approval follows in a moment.
  if (!isOnline(runner, work.at)) await work.record(waiting, statusRow)
  return waiting
}
