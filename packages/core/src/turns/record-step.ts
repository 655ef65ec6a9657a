// One step of the model, recorded together with the calls that are made at once: after a crash the turn continues from here. A step without
// calls is the answer, and ends the turn.
import type { Execution, Message, MessageId, Sentence, ToolCall, Turn } from '@countersign/protocol'
import { makeCall, type PreparedCall, prepareCall } from '../calls/request.ts'
import { sessionFor } from '../sessions/sessions.ts'
import { assistantFor, type Core, commit, type Work } from '../work/core.ts'
import { emitMessage } from './emit-turn.ts'
import { endOpenTurn } from './end-turn.ts'
import { nextMoment } from './start-turn.ts'

export type NewCall = Omit<ToolCall, 'call_id'>

export interface Step {
  readonly role: 'assistant' | 'summary'
  readonly content: string
  /** The form of the last paragraph of the content, if that is our note. */
  readonly note_form?: Sentence | undefined
  readonly tool_calls: readonly NewCall[]
  /** The calls that are made with the step, without waiting for others. */
  readonly at_once: readonly NewCall[]
  readonly provider: unknown
  readonly input_tokens: number
  readonly output_tokens: number
}

export interface RecordedStep {
  readonly turn: Turn
  readonly message: Message
  /** The calls that were made with the step. */
  readonly executions: readonly Execution[]
}

/** Undefined if the turn has ended meanwhile: the model's step is then ignored. */
export async function recordStep(core: Core, turn: Turn, step: Step): Promise<RecordedStep | undefined> {
  const { role, content, note_form = null, provider } = step
  const id = core.ids.next<MessageId>()
  const tool_calls = step.tool_calls.map((call, index) => ({ call_id: `${id}/${index + 1}`, ...call }))
  const prepared = await prepareCalls(
    core,
    turn,
    tool_calls.filter((_, index) => step.at_once.includes(step.tool_calls[index] as NewCall)),
  )
  return commit(core, 'step', turn.project_id, async (work) => {
    const current = await work.tx.turns.get(turn.id)
    if (current?.status !== 'running') return undefined
    const { project_id, session_id, user_id } = current
    const created_at = await nextMoment(work, session_id)
    const said = { role, content, note_form, tool_calls, provider }
    const message: Message = { id, project_id, session_id, user_id, turn_id: turn.id, ...said, created_at }
    await work.tx.messages.insert(message)
    emitMessage(core, work, message, current.steps)
    const next = await countStep(core, work, current, step)
    return { turn: next, message, executions: await makeCalls(core, work, next, prepared) }
  })
}

function prepareCalls(core: Core, { id, project_id, session_id, user_id }: Turn, calls: readonly ToolCall[]): Promise<PreparedCall[]> {
  const principal = assistantFor({ user_id, project_id })
  return Promise.all(
    calls.map(({ call_id, tool_name, tool_params }) =>
      prepareCall(core, principal, project_id, { tool_name, tool_params, session_id, turn_id: id, call_id }),
    ),
  )
}

async function countStep(core: Core, work: Work, turn: Turn, { role, tool_calls, input_tokens, output_tokens }: Step): Promise<Turn> {
  const next: Turn = {
    ...turn,
    steps: turn.steps + 1,
    input_tokens: turn.input_tokens + input_tokens,
    output_tokens: turn.output_tokens + output_tokens,
  }
  if (role === 'assistant' && tool_calls.length === 0) return endOpenTurn(core, work, next, { status: 'finished' })
  await work.tx.turns.update(next, { status: 'running' })
  return next
}

async function makeCalls(core: Core, work: Work, { project_id, session_id }: Turn, calls: readonly PreparedCall[]): Promise<Execution[]> {
  const [first] = calls
  if (!first) return []
  const session = await sessionFor(work, core, first.principal, { id: project_id }, session_id)
  const executions: Execution[] = []
  for (const call of calls) executions.push(await makeCall(core, work, session, call))
  return executions
}
