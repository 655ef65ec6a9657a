// Everything that can be read from the engine without changing anything: what is stored, what is sent, and how a call is shown to each
// reader.
import type { Masker, Policy } from '@countersign/policy'
import type { Approval, Execution, PartialStep, Project, ProjectId, SentEvent, Turn } from '@countersign/protocol'
import { checkEdit, type EditVerdict } from './approvals/check-edit.ts'
import { giveVerdict, type Verdict } from './executions/judgement/give-verdict.ts'
import { loadForJudgement } from './executions/judgement/load-for-judgement.ts'
import { rawParams, rawResult } from './executions/record.ts'
import { type Audience, renderItem } from './executions/reporting/render.ts'
import { operatorsChange, reportOf } from './executions/reporting/report.ts'
import type { FeedItem, Follower } from './feed/follower.ts'
import type { Clock } from './ports/ports.ts'
import type { Reader } from './ports/store.ts'
import { type Core, guardOf } from './work/core.ts'
import type { ExecutionChange } from './work/execution-changes.ts'
import { hasRole, type Principal } from './work/principal.ts'
import type { Settings } from './work/settings.ts'

export interface ProposedCall {
  readonly tool_name: string
  readonly tool_params: Record<string, unknown>
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
  /** Called with the last sequence number of a project's log whenever the log grows. */
  watchLogs(listener: (project: ProjectId, seq: number) => void): () => void
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
  watchLogs: (listener) => core.bus.onWake(listener),
})

async function judge(core: Core, principal: Principal, { id }: Project, { tool_name, tool_params }: ProposedCall): Promise<Verdict> {
  const runner = await core.store.read((tx) => tx.runners.get(id))
  const loaded = await loadForJudgement(core, { project_id: id, tool_name, tool_params })
  return giveVerdict(tool_name, tool_params, guardOf(core, runner, { ...loaded, byOperator: hasRole(principal, 'operator') }))
}
