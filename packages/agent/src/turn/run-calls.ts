// The tool calls of one step. Reads that follow each other run together, everything else one after the other, in the order in
// which the model named them. A call that is on record already is the same execution: nothing runs twice.
import { assistantFor, type Engine, readsOnly } from '@countersign/core'
import { type Execution, isEnd, type Project, type ToolCall, type Turn } from '@countersign/protocol'
import type { TurnRecord } from './turn-record.ts'

export interface CallPorts {
  readonly engine: Engine
  readonly project: Project
  readonly record: TurnRecord
  readonly signal: AbortSignal
}

/** Longer than any approval lasts: the wait ends with the execution. */
const WAIT_SECONDS = 24 * 3600

/** Ends early where the turn was stopped, or where the person said so with an answer: then it is true. */
export async function runCalls(ports: CallPorts, turn: Turn, calls: readonly ToolCall[]): Promise<boolean> {
  for (const group of groupCalls(calls)) {
    const stopped = await anyOf(group.map(async (call) => saidStop(ports, await runCall(ports, turn, call))))
    if (stopped || ports.signal.aborted) return stopped
  }
  return false
}

/** Of those that could be read. The first group is made together with the step. */
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

/** True with the first that is: who has said stop does not wait for the others. */
function anyOf(answers: readonly Promise<boolean>[]): Promise<boolean> {
  const first = new Promise<boolean>((resolve) => {
    // One that fails fails below.
    for (const answer of answers) answer.then((yes) => yes && resolve(true)).catch(() => undefined)
  })
  return Promise.race([first, Promise.all(answers).then((all) => all.includes(true))])
}
