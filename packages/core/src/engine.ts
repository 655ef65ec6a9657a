// The public engine: every operation, bound to its ports, and everything that can be read from it. It decides; it never touches a
// workspace.
import type { Masker, Policy } from '@countersign/policy'
import {
  type Approval,
  type Device,
  type DeviceId,
  type Digest,
  type EventPayload,
  type Execution,
  type ExecutionId,
  Failure,
  type Grant,
  type Hello,
  isEnd,
  type Mode,
  type PartialStep,
  type PreviewBody,
  type ProcessReport,
  type Project,
  type ProjectId,
  type QuestionAnswer,
  type ResultBody,
  type RunnerId,
  type SentEvent,
  type Sentence,
  type Session,
  type SessionId,
  type Status,
  sentence,
  type Turn,
} from '@countersign/protocol'
import { checkEdit, type EditVerdict } from './approvals/check-edit.ts'
import { expireDue } from './approvals/close.ts'
import { type Decided, decide } from './approvals/decide.ts'
import type { Answer } from './approvals/read-part.ts'
import { cancelExecution } from './calls/cancel.ts'
import { receivePreview } from './calls/receive-preview.ts'
import { requestCall } from './calls/request.ts'
import { settle } from './calls/settle.ts'
import { undoExecution } from './calls/undo.ts'
import { answerDevice, type DeviceAnswer, endDevice } from './devices/answer-device.ts'
import { collectDevice } from './devices/collect-device.ts'
import { type DeviceRequest, requestDevice } from './devices/request-device.ts'
import { endSession } from './ending/end-session.ts'
import { sweep } from './ending/sweep.ts'
import { giveVerdict, type Verdict } from './executions/give-verdict.ts'
import { cappedMode, guardOf, loadJudging } from './executions/judging.ts'
import { operatorsChange } from './executions/operators-part.ts'
import { type CallRequest, loadForJudgement, rawParams, rawResult } from './executions/record.ts'
import { type Audience, renderItem, reportOf } from './executions/reporting.ts'
import { watchGrowth } from './feed/feed.ts'
import type { FeedItem, Follower } from './feed/follower.ts'
import { revoke } from './grants/revoke.ts'
import type { Bodies, Clock, Outputs, Ports } from './ports/ports.ts'
import type { Reader } from './ports/store.ts'
import { processesToEnd } from './processes/processes.ts'
import { changeProject, type ProjectChange } from './projects/change.ts'
import { changeList, type ListChange } from './projects/command-list.ts'
import { createProject, type ProjectRequest } from './projects/create.ts'
import { deleteProject, type LogHead } from './projects/removal/delete.ts'
import { type AtClient, answerQuestion, clientAnswers, operatorAnswers } from './questions/answer.ts'
import { followInputWaits } from './questions/input-waits.ts'
import { type HelloReply, receiveHello } from './runners/hello.ts'
import { equipPlain, type HeartbeatReport, joinPlain, releaseLease, renewLease } from './runners/lease.ts'
import { changeSession, openSession, type SessionChange, type SessionOpening, sessionsToEnd } from './sessions/sessions.ts'
import { announceWaiting } from './turns/emit-turn.ts'
import { endTurn, type TurnEnd } from './turns/end-turn.ts'
import { type RecordedStep, recordStep, type Step } from './turns/record-step.ts'
import { type StartedTurn, startTurn, type TurnRequest } from './turns/start-turn.ts'
import { type Core, commit, createCore, hasRole, type PolicySource, type Principal } from './work/core.ts'
import type { Settings } from './work/settings.ts'
import type { ExecutionChange } from './work/work.ts'

export interface ProposedCall {
  readonly tool_name: string
  readonly tool_params: Record<string, unknown>
  /** The project's, if left out. */
  readonly mode?: Mode | undefined
}

export interface EngineViews extends Reader {
  readonly clock: Clock
  readonly settings: Settings
  readonly masker: Masker
  /** The public key that runners use to verify clearances. */
  readonly clearanceKey: Record<string, unknown>
  /** The rules in force now. Read on every use, because the file may have changed. */
  policy(): Policy
  /** Why the current policy file is not in force; undefined if it is. */
  policyProblem(): string | undefined
  /** What would happen to this call if it were made. */
  judge(principal: Principal, project: Project, call: ProposedCall): Promise<Verdict>
  /** What would follow if the operator approved with these parameters. */
  checkEdit(approval: Approval, params: Record<string, unknown>): Promise<EditVerdict>
  rawParams(execution: Execution): Promise<Record<string, unknown>>
  rawResult(execution: Execution): Promise<unknown>
  /** The outcome of a call, as the text that a model reads. */
  report(execution: Execution, result: unknown): Promise<string>
  /** What the operator changed in a call before it ran, as text. */
  operatorsChange(execution: Execution): Promise<string | undefined>
  /** What the model has written so far in its current step. */
  partialStep(turn: Turn): PartialStep | null
  /** Replays the log after `after`, then continues live until the returned function is called. */
  follow(project: ProjectId, after: number, follower: Follower): () => void
  render(item: FeedItem, audience: Audience): Promise<SentEvent[]>
  /** Called for every change of an execution once it is durable. */
  watchExecutions(listener: (change: ExecutionChange) => void): () => void
  /** The latest state in this process of an open call. Read it again before changing it. */
  latestOpen(id: ExecutionId): Execution | undefined
  /** Called each time the log of a project has grown by this number of rows. */
  watchGrowth(rows: number, listener: () => void): () => void
}

export const createViews = (core: Core): EngineViews => ({
  clock: core.clock,
  settings: core.settings,
  masker: core.masker,
  clearanceKey: core.signer.publicKey,
  read: (look) => core.store.read(look),
  policy: () => core.policy,
  policyProblem: () => core.policyProblem,
  judge: (principal, project, call) => judge(core, principal, project, call),
  checkEdit: (approval, params) => checkEdit(core, approval, params),
  rawParams: (execution) => rawParams(core, execution),
  rawResult: (execution) => rawResult(core, execution),
  report: (execution, result) => reportOf(core, execution, result),
  operatorsChange: (execution) => operatorsChange(core, execution),
  partialStep: (turn) => core.stepTexts.of(turn),
  follow: (project, after, follower) => core.feed.follow(project, after, follower),
  render: (item, audience) => renderItem(core, item, audience),
  watchExecutions: (listener) => core.executionChanges.watch(listener),
  latestOpen: (id) => core.executionChanges.latestOpen(id),
  watchGrowth: (rows, listener) => watchGrowth(core.bus, rows, listener),
})

async function judge(core: Core, principal: Principal, { id }: Project, { tool_name, tool_params, mode }: ProposedCall): Promise<Verdict> {
  const judging = await core.store.read((tx) => loadJudging(tx, id))
  const loaded = await loadForJudgement(core, { project_id: id, tool_name, tool_params })
  const judgedIn = mode ?? cappedMode(core, judging.project)
  const guard = guardOf(core, judging, { ...loaded, mode: judgedIn, byOperator: hasRole(principal, 'operator') })
  return giveVerdict(tool_name, tool_params, guard)
}

export interface WaitRequest {
  readonly seconds: number
  /** `question`: also stop waiting when a person is asked; `change`: stop at any other status. */
  readonly for: 'end' | 'question' | 'change'
  readonly signal?: AbortSignal
}

export interface Engine extends EngineViews {
  /** Reports a defect in background work: it is logged, never swallowed. */
  readonly onDefect: Ports['onDefect']
  /** Long texts are stored outside the log, which holds a digest for each. */
  readonly bodies: Bodies
  /** The output of calls. */
  readonly outputs: Outputs
  request(principal: Principal, project: Project, request: CallRequest): Promise<Execution>
  wait(execution: Execution, request: WaitRequest): Promise<Execution>
  decide(principal: Principal, approval: Approval, answer: Answer): Promise<Decided>
  answer(principal: Principal, question: Approval, answer: QuestionAnswer): Promise<Decided>
  /** The answer came over the agent's own connection and is recorded that way. Only for questions that accept such answers. */
  answerAtClient(at: AtClient, question: Approval, answer: QuestionAnswer): Promise<Decided>
  undo(principal: Principal, project: Project, execution: Execution): Promise<Execution>
  cancel(execution: Execution, why: string | Sentence): Promise<Execution>
  receivePreview(execution: Execution, body: PreviewBody): Promise<Execution>
  settle(execution: Execution, body: ResultBody): Promise<Execution>
  hello(project: Project, hello: Hello): Promise<HelloReply>
  renewLease(project: Project, runner: RunnerId, report?: HeartbeatReport): Promise<boolean>
  joinPlain(project: Project, tools?: readonly string[]): Promise<RunnerId | undefined>
  /** The tools that the client has from now on; the basic ones if omitted. */
  equipPlain(project: ProjectId, runner: RunnerId, tools?: readonly string[]): Promise<void>
  releaseLease(project: ProjectId, runner: RunnerId, processes?: ProcessReport[]): Promise<void>
  /** Calls whose processes run at the runner and must be stopped. */
  processesToEnd(project: ProjectId, processes: readonly ProcessReport[]): Promise<ExecutionId[]>
  sessionsToEnd(project: ProjectId, sessions: readonly SessionId[]): Promise<SessionId[]>
  openSession(principal: Principal, project: Project, opening: SessionOpening): Promise<Session>
  changeSession(session: Session, change: SessionChange): Promise<Session>
  endSession(session: Session): Promise<void>
  createProject(request: ProjectRequest): Promise<Project>
  changeProject(principal: Principal, project: ProjectId, change: ProjectChange): Promise<Project>
  /** Adds to the project's list of commands, or takes off it. */
  changeList(principal: Principal, project: ProjectId, change: ListChange): Promise<Project>
  /** Stops everything that runs in the project and deletes it. Before that, `sign` is called with the end of its log. */
  deleteProject(project: ProjectId, sign: (head: LogHead) => Promise<unknown>): Promise<void>
  revokeGrant(grant: Grant, by?: string): Promise<void>
  /** A device asks for access, and waits for the person. */
  requestDevice(request: DeviceRequest): Promise<Device>
  answerDevice(principal: Principal, answer: DeviceAnswer): Promise<Device>
  /** Returns the device while it waits, and once after it was allowed; then it is signed in. */
  collectDevice(codeDigest: Digest): Promise<Device>
  /** Ends the access of a device that is signed in. */
  endDevice(principal: Principal, device: DeviceId): Promise<Device>
  startTurn(principal: Principal, project: Project, request: TurnRequest): Promise<StartedTurn>
  recordStep(turn: Turn, step: Step): Promise<RecordedStep | undefined>
  endTurn(turn: Turn, end: TurnEnd): Promise<Turn | undefined>
  announceWaiting(turn: Turn): Promise<void>
  /** A piece of the text of the model's current step; a piece at offset 0 starts the step again. */
  addStepText(turn: Turn, piece: { readonly offset: number; readonly text: string }): void
  endStepText(turn: Turn): void
  /** Sends the output of a running call to followers. */
  sendOutput(execution: Execution, piece: Omit<EventPayload<'tool.output'>, 'tool_id'>): void
  filesChanged(project: ProjectId, paths: readonly string[]): Promise<void>
  /** Ends everything that is due. The server calls it about twice a second. */
  sweep(): Promise<void>
  /** Removes a few rows of deleted projects; false if none are left. */
  pruneDeleted(): Promise<boolean>
}

export const createEngine = (ports: Ports, settings: Settings, policy?: Policy | PolicySource): Engine =>
  createEngineOver(createCore(ports, settings, policy))

/** For tests of the engine, which also look at its parts. */
export function createEngineOver(core: Core): Engine {
  return {
    ...createViews(core),
    onDefect: core.onDefect,
    bodies: core.bodies,
    outputs: core.outputs,
    request: (principal, project, request) => requestCall(core, principal, project, request),
    wait: (execution, request) => waitFor(core, execution, request),
    answer: (principal, question, answer) => answerQuestion(core, operatorAnswers(principal), question, answer),
    answerAtClient: (at, question, answer) => answerQuestion(core, clientAnswers(at), question, answer),
    decide: (principal, approval, answer) => decide(core, principal, approval, answer),
    undo: (principal, project, execution) => undoExecution(core, principal, project, execution),
    cancel: (execution, why) =>
      commit(core, 'cancel', execution.project_id, async (work) => {
        const current = await work.tx.executions.get(execution.id)
        if (!current) throw new Failure('NOT_FOUND', { subject: sentence('noun.execution') })
        return cancelExecution(core, work, current, why)
      }),
    receivePreview: (execution, body) => receivePreview(core, execution, body),
    settle: (execution, body) => settle(core, execution, body),
    async hello(project, hello) {
      const reply = await receiveHello(core, project, hello)
      if (reply.holds_lease) await followInputWaits(core, project, hello.processes)
      return reply
    },
    async renewLease(project, runner, report) {
      const holds = await renewLease(core, project, runner, report)
      if (holds && report?.processes) await followInputWaits(core, project, report.processes)
      return holds
    },
    joinPlain: (project, tools) => joinPlain(core, project, tools),
    equipPlain: (project, runner, tools) => equipPlain(core, project, runner, tools),
    releaseLease: (project, runner, processes) => releaseLease(core, project, runner, processes),
    processesToEnd: (project, processes) => core.store.read((tx) => processesToEnd(tx, project, processes)),
    sessionsToEnd: (project, sessions) => core.store.read((tx) => sessionsToEnd(tx, project, sessions)),
    openSession: (principal, project, opening) =>
      commit(core, 'session', project.id, (work) => openSession(work, core, principal, project, opening)),
    changeSession: (session, change) => changeSession(core, session, change),
    endSession: (session) =>
      commit(core, 'session', session.project_id, (work) => endSession(core, work, session, sentence('subject.session-ended'))),
    createProject: (request) => createProject(core, request),
    changeProject: (principal, project, change) => changeProject(core, principal, project, change),
    changeList: (principal, project, change) => changeList(core, principal, project, change),
    deleteProject: (project, sign) => deleteProject(core, project, sign),
    revokeGrant: (grant, by) =>
      commit(core, 'grant', grant.project_id, async (work) => void (await revoke(work, grant, by === undefined ? {} : { by }))),
    requestDevice: (request) => requestDevice(core, request),
    answerDevice: (principal, answer) => answerDevice(core, principal, answer),
    collectDevice: (codeDigest) => collectDevice(core, codeDigest),
    endDevice: (principal, device) => endDevice(core, principal, device),
    startTurn: (principal, project, request) => startTurn(core, principal, project, request),
    recordStep: (turn, step) => recordStep(core, turn, step),
    endTurn: (turn, end) => endTurn(core, turn, end),
    announceWaiting: (turn) => announceWaiting(core, turn),
    addStepText: (turn, piece) => core.stepTexts.add(turn, piece),
    endStepText: (turn) => core.stepTexts.end(turn),
    sendOutput: ({ id, project_id }, { stream, offset, data }) =>
      core.feed.publishTransient(project_id, { type: 'tool.output', payload: { tool_id: id, stream, offset, data } }),
    filesChanged: (project, paths) => commit(core, 'notice', project, async (work) => work.emit('files.changed', { paths })),
    sweep: () => sweep(core),
    pruneDeleted: () => core.store.prune(),
  }
}

async function waitFor(core: Core, execution: Execution, { seconds, for: goal, signal }: WaitRequest): Promise<Execution> {
  const hasCome = {
    end: () => false,
    question: (status: Status) => status === 'awaiting_approval',
    change: (status: Status) => status !== execution.status,
  }
  const until = ({ status }: Execution) => isEnd(status) || hasCome[goal](status)
  const look = async () => (await core.store.read((tx) => tx.executions.get(execution.id))) ?? execution
  const seen = await core.executionChanges.wait(execution, { until, look, milliseconds: seconds * 1000, ...(signal && { signal }) })
  return seen.status === 'awaiting_approval' ? expireDue(core, seen) : seen
}
