// The operator's answer to a process that waits for input, on its way to the runner: signed for exactly this text and this wait, sent once
// and stored nowhere. If it is lost, the process still waits and the operator is asked again.
import { policyVersion } from '@countersign/policy'
import {
  type Approval,
  type AttemptId,
  callDigest,
  END_PROCESS,
  type ExecutionId,
  type QuestionAnswer,
  SEND_INPUT,
} from '@countersign/protocol'
import { processInput } from '@countersign/tools'
import { endProcess } from '../processes/processes.ts'
import type { Core, Work } from '../work/core.ts'

const CLEARANCE_SECONDS = 60

/** Inside the transaction of the answer. */
export async function endAnsweredProcess(work: Work, { tool_name, tool_params }: Approval, { action }: QuestionAnswer): Promise<void> {
  if (tool_name !== processInput.name || action !== END_PROCESS) return
  const execution = await work.tx.executions.get(tool_params.tool_id as ExecutionId)
  if (execution) await endProcess(work, execution)
}

/** After it. */
export function deliverInput(core: Core, question: Approval, { action, text }: QuestionAnswer, user_id: string): void {
  if (question.tool_name !== processInput.name || action !== SEND_INPUT || text === undefined) return
  const { tool_id, wait_id } = processInput.input.parse(question.tool_params)
  const tool_params = { tool_id, wait_id, text }
  const digest = callDigest({ tool_name: processInput.name, tool_params, network: false })
  const attempt_id = core.ids.next<AttemptId>()
  const now = core.clock.now()
  const clearance = core.signer.sign({
    execution_id: question.tool_id,
    attempt_id,
    call_digest: digest,
    risk: 'MEDIUM',
    network: false,
    by: { kind: 'person', user_id, approval_id: question.id },
    policy_version: policyVersion(core.policy),
    exp: Math.floor(now / 1000) + CLEARANCE_SECONDS,
  })
  const payload = { tool_id: question.tool_id, attempt_id, tool_params, digest, clearance, timestamp: new Date(now).toISOString() }
  core.feed.publishTransient(question.project_id, { type: 'process.input', payload })
}
