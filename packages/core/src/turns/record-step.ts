// One step of the model, on record before any of its tool calls is acted on: after a crash the turn goes on from here.
import type { Message, MessageId, ToolCall, Turn } from '@countersign/protocol'
import { type Core, commit } from '../core.ts'
import { emitMessage } from './emit-turn.ts'
import { nextMoment } from './next-moment.ts'

export interface Step {
  readonly role: 'assistant' | 'summary'
  readonly content: string
  readonly tool_calls: readonly Omit<ToolCall, 'call_id'>[]
  readonly provider: unknown
  readonly input_tokens: number
  readonly output_tokens: number
}

export interface RecordedStep {
  readonly turn: Turn
  readonly message: Message
}

/** Undefined where the turn has ended meanwhile: what the model said then is not acted on. */
export function recordStep(core: Core, { id, project_id }: Turn, step: Step): Promise<RecordedStep | undefined> {
  return commit(core, 'step', project_id, async (work) => {
    const turn = await work.tx.turns.get(id)
    if (turn?.status !== 'running') return undefined
    const messageId = core.ids.next<MessageId>()
    const message: Message = {
      id: messageId,
      project_id,
      session_id: turn.session_id,
      user_id: turn.user_id,
      turn_id: id,
      role: step.role,
      content: step.content,
      tool_calls: step.tool_calls.map((call, index) => ({ call_id: `${messageId}/${index + 1}`, ...call })),
      provider: step.provider,
      created_at: await nextMoment(work, turn.session_id),
    }
    const next: Turn = {
      ...turn,
      steps: turn.steps + 1,
      input_tokens: turn.input_tokens + step.input_tokens,
      output_tokens: turn.output_tokens + step.output_tokens,
    }
    await work.tx.messages.insert(message)
    await work.tx.turns.update(next, { status: 'running' })
    emitMessage(core, work, message, turn.steps)
    return { turn: next, message }
  })
}
