// Runs the tool calls of one step in the model's order: consecutive reads run together, everything else one at a time. A call
// that is already recorded is the same execution, so nothing runs twice.
import { assistantFor, type Engine, readsOnly } from '@countersign/core'
import { type Execution, isEnd, type Project, type ToolCall, type Turn } from '@countersign/protocol'
import type { TurnRecord } from './turn-record.ts'

export interface CallPorts {
  readonly engine: Engine
  readonly project: Project
  readonly record: TurnRecord
  readonly signal: AbortSignal
}

/** Longer than any approval can wait, so the wait always ends with the execution. */
const WAIT_SECONDS = 24 * 3600

/** Ends early if the turn was stopped. Returns true if the person answered a question with stop. */
export async function runCalls(ports: CallPorts, turn: Turn, calls: readonly ToolCall[]): Promise<boolean> {
  for (const group of groupCalls(calls)) {
    const stopped = await anyOf(group.map(async (call) => saidStop(ports, await runCall(ports, turn, call))))
    if (stopped || ports.signal.aborted) return stopped
  }
  return false
}

/** Groups the calls that could be parsed. The first group is created together with the step. */
export function groupCalls<Call extends Omit<ToolCall, 'call_id'>>(calls: readonly Call[]): Call[][] {
  const groups: Call[][] = []
  for (const call of calls.filter(({ error }) => error === undefined)) {
    const group = groups.at(-1)
    if (group?.every(({ tool_name }) => readsOnly(tool_name)) && readsOnly(call.tool_name)) group.push(call)
    else groups.push([call])
  }
  return groups
}

async function runCall(ports: CallPorts, turn: Turn, call: ToolCall): Promise<Execution> {
  const { record } = ports
  const execution = await untilEnd(ports, turn, record.executions.get(call.call_id) ?? (await request(ports, turn, call)))
  record.addExecution(execution)
  return execution
}

async function untilEnd({ engine, signal }: CallPorts, turn: Turn, requested: Execution): Promise<Execution> {
  const asked = await engine.wait(requested, { seconds: WAIT_SECONDS, for: 'question', signal })
  if (isEnd(asked.status) || signal.aborted) return asked
  await engine.announceWaiting(turn)
  return engine.wait(asked, { seconds: WAIT_SECONDS, for: 'end', signal })
}

function request({ engine, project }: CallPorts, turn: Turn, { call_id, tool_name, tool_params }: ToolCall): Promise<Execution> {
  const principal = assistantFor({ user_id: turn.user_id, project_id: project.id })
  return engine.request(principal, project, { tool_name, tool_params, session_id: turn.session_id, turn_id: turn.id, call_id })
}

async function saidStop({ engine }: CallPorts, { approval_id }: Execution): Promise<boolean> {
  const approval = approval_id && (await engine.read((tx) => tx.approvals.get(approval_id)))
  return approval ? approval.decision?.stop === true : false
}

/** True as soon as one answer is true: after a stop, the others are not awaited. */
function anyOf(answers: readonly Promise<boolean>[]): Promise<boolean> {
  const first = new Promise<boolean>((resolve) => {
    // A rejection is handled by Promise.all below.
    for (const answer of answers) answer.then((yes) => yes && resolve(true)).catch(() => undefined)
  })
  return Promise.race([first, Promise.all(answers).then((all) => all.includes(true))])
}
