// The tool calls of one step. Reads that follow each other run together, everything else one after the other, in the order in
// which the model named them. A call that is on record already is the same execution: nothing runs twice.
import { assistantFor, type Engine, readsOnly } from '@countersign/core'
import { type Execution, Failure, isEnd, type Project, type ToolCall, type Turn } from '@countersign/protocol'

export interface CallPorts {
  readonly engine: Engine
  readonly project: Project
  readonly signal: AbortSignal
}

/** Longer than any approval lasts: the wait ends with the execution. */
const WAIT_SECONDS = 24 * 3600

/** Ends early where the turn was stopped, or where the person said so with an answer: then it is true. */
export async function runCalls(ports: CallPorts, turn: Turn, calls: readonly ToolCall[]): Promise<boolean> {
  const readable = calls.filter(({ error }) => error === undefined)
  for (const group of groupCalls(readable)) {
    const stopped = await anyOf(group.map(async (call) => saidStop(ports, await runCall(ports, turn, call))))
    if (stopped || ports.signal.aborted) return stopped
  }
  return false
}

export function groupCalls(calls: readonly ToolCall[]): ToolCall[][] {
  const groups: ToolCall[][] = []
  for (const call of calls) {
    const group = groups.at(-1)
    if (group?.every(({ tool_name }) => readsOnly(tool_name)) && readsOnly(call.tool_name)) group.push(call)
    else groups.push([call])
  }
  return groups
}

async function runCall(ports: CallPorts, turn: Turn, call: ToolCall): Promise<Execution> {
  const { engine, signal } = ports
  const requested = await request(ports, turn, call)
  const asked = await engine.wait(requested, { seconds: WAIT_SECONDS, for: 'question', signal })
  if (isEnd(asked.status) || signal.aborted) return asked
  await engine.announceWaiting(turn)
  return engine.wait(asked, { seconds: WAIT_SECONDS, for: 'end', signal })
}

/** What is wrong with a call is told to the model, not the end of its turn. */
async function request({ engine, project }: CallPorts, turn: Turn, { call_id, tool_name, tool_params }: ToolCall): Promise<Execution> {
  const principal = assistantFor({ user_id: turn.user_id, project_id: project.id })
  const call = { tool_name, tool_params, session_id: turn.session_id, turn_id: turn.id, call_id }
  try {
    return await engine.request(principal, project, call)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'INVALID_ARGUMENTS') throw error
    return engine.request(principal, project, { ...call, refusal: error })
  }
}

async function saidStop({ engine }: CallPorts, { approval_id }: Execution): Promise<boolean> {
  const approval = approval_id && (await engine.core.store.read((tx) => tx.approvals.get(approval_id)))
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
