// The steps of the demo, narrated as they happen: the agent calls, Countersign checks and asks, you answer.
import { type Approval, type CallView, type ExecutionView, withoutMarks } from '@countersign/protocol'
import { untilEnd } from '../connection/until-end.ts'
import { askedLines } from '../terminal/approvals/show-approval.ts'
import { shown } from '../terminal/shown.ts'
import type { Answers } from './answers.ts'
import type { Narrator } from './narrator.ts'
import type { Stage } from './stage.ts'

export interface Play {
  readonly stage: Stage
  readonly narrator: Narrator
  readonly answers: Answers
}

/** Something did not go as the story says: the demo ends and says so. */
export class UnexpectedOutcome extends Error {
  override readonly name = 'UnexpectedOutcome'
}

export function check(what: string, holds: boolean): void {
  if (!holds) throw new UnexpectedOutcome(what)
}

export async function agentCalls({ stage, narrator }: Play, tool_name: string, tool_params: object, words?: string): Promise<CallView> {
  await narrator.says('agent', words ?? `${tool_name} ${JSON.stringify(tool_params)}`)
  const params = { ...tool_params }
  return stage.agent.execute({ body: { tool_name, tool_params: params, project_id: stage.projectId, wait_seconds: 60 } })
}

/** Shows a pending call as `countersign pending` does. */
export async function countersignAsks({ stage, narrator }: Play, call: CallView): Promise<Approval> {
  check(`${call.tool_name} waits for an answer (it is ${call.status}: ${call.error ?? ''})`, call.status === 'awaiting_approval')
  const a = call.approval_id ?? ''
  const { approval } = await stage.operator.getApproval({ params: { p: stage.projectId, a } })
  await narrator.says('Countersign', 'stops here and asks you:')
  await narrator.shows(askedLines(approval, Date.now()))
  return approval
}

export async function youDecide({ stage, narrator, answers }: Play, approval: Approval): Promise<boolean> {
  const reason = await answers.reasonAgainst(approval)
  const params = { p: stage.projectId, a: approval.id }
  if (reason === undefined) {
    await narrator.says('you', 'approve, this once')
    await stage.operator.approve({ params, body: { decision: 'approved', scope: 'once', cover_high: false } })
  } else {
    await narrator.says('you', `reject: ${shown(reason)}`)
    await stage.operator.reject({ params, body: { reason } })
  }
  return reason === undefined
}

/** The ended call, as the agent sees it. */
export async function ended({ stage }: Play, call: CallView): Promise<ExecutionView> {
  const { tool_id } = await untilEnd(stage.agent, call)
  return stage.agent.getExecution({ params: { id: tool_id }, query: { wait_seconds: 0 } })
}

const MAX_LINES = 14

export function reportLines({ report = '' }: CallView): string[] {
  const lines = withoutMarks(report)
    .trimEnd()
    .split('\n')
    .map((line) => shown(line))
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), `… ${lines.length - MAX_LINES} more lines`] : lines
}
