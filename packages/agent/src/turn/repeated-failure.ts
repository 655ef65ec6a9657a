// After the same call has failed three times in a row, asks the person whether to continue.
import { assistantFor, type Engine } from '@countersign/core'
import {
  canonicalJson,
  type Execution,
  inEnglish,
  type Project,
  renderSentence,
  type Sentence,
  sentence,
  type ToolCall,
  type Turn,
} from '@countersign/protocol'
import { didFail } from './describe-result.ts'
import { aboutRepeating, type TurnRecord } from './turn-record.ts'

const IN_A_ROW = 3
const WAIT_SECONDS = 24 * 3600
const GO_ON = sentence('question.go-on')
const ACTIONS = [GO_ON, sentence('question.stop')]

export interface StuckPorts {
  readonly engine: Engine
  readonly project: Project
  readonly record: TurnRecord
  readonly signal: AbortSignal
}

/** Checks the last step. After a crash the same question is asked, not a second one. */
export async function mayGoOn({ engine, project, record, signal }: StuckPorts, turn: Turn): Promise<boolean> {
  const { executions } = record
  const steps = record.messages.filter(({ turn_id }) => turn_id === turn.id)
  const calls = steps.flatMap(({ tool_calls }) => tool_calls)
  const last = calls.at(-1)
  const ofLastStep = steps.findLast(({ role }) => role === 'assistant')?.tool_calls.length ?? 0
  if (!last || !reachesThree(failuresInARow(calls, executions), ofLastStep)) return true
  const message = questionAbout(last, executions.get(last.call_id))
  const asked = await engine.request(assistantFor({ user_id: turn.user_id, project_id: project.id }), project, {
    tool_name: 'prompt_user',
    tool_params: { message: inEnglish(message), actions: ACTIONS.map(inEnglish) },
    question_forms: { message, actions: ACTIONS },
    session_id: turn.session_id,
    turn_id: turn.id,
    call_id: aboutRepeating(last),
  })
  if (asked.status === 'awaiting_approval') await engine.announceWaiting(turn)
  const answered = await engine.wait(asked, { seconds: WAIT_SECONDS, for: 'end', signal })
  record.addExecution(answered)
  return (answered.result as { action?: unknown } | null)?.action === inEnglish(GO_ON)
}

/** Whether the last step contains a third, sixth … failure. */
const reachesThree = (failures: number, ofLastStep: number): boolean =>
  Math.floor(failures / IN_A_ROW) > Math.floor(Math.max(0, failures - ofLastStep) / IN_A_ROW)

export function failuresInARow(calls: readonly ToolCall[], executions: ReadonlyMap<string, Execution>): number {
  const last = calls.at(-1)
  const isSameFailure = (call: ToolCall): boolean => {
    const execution = executions.get(call.call_id)
    return (!execution || didFail(execution)) && sameCall(call) === sameCall(last as ToolCall)
  }
  const other = calls.findLastIndex((call) => !isSameFailure(call))
  return calls.length - 1 - other
}

const sameCall = ({ tool_name, tool_params }: ToolCall): string => canonicalJson({ tool_name, tool_params })

const MAX_REASON_CHARACTERS = 300

const questionAbout = (call: ToolCall, execution: Execution | undefined): Sentence =>
  sentence('question.repeated-failure', { tool: call.tool_name, times: IN_A_ROW, reason: reasonOf(call, execution) })

/** As a sentence if the whole of it is shown. */
function reasonOf({ error: unread, error_form }: ToolCall, execution: Execution | undefined): string | Sentence {
  const text = execution?.error ?? unread
  if (text === undefined) return sentence('question.no-success')
  const form = execution?.error ? execution.error_details?.form : error_form
  const isWhole = text.length <= MAX_REASON_CHARACTERS && form !== undefined && renderSentence(form) === text
  return isWhole ? form : text.slice(0, MAX_REASON_CHARACTERS)
}
