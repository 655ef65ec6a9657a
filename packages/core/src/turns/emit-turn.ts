// The log rows of a conversation. They hold the masked form; the messages themselves are complete.
import type { Message, Turn } from '@countersign/protocol'
import { type Core, commit, type Work } from '../work/core.ts'

const MAX_CHARACTERS = 2_000

/** `step`: the number of the step in its turn, if the model wrote the message. */
export function emitMessage(core: Core, work: Work, message: Message, step?: number): void {
  const { id, session_id, turn_id, role, content, note_form, tool_calls } = message
  const masked = core.masker.maskText(content)
  work.emit('chat.message', {
    message_id: id,
    session_id,
    turn_id,
    ...(step !== undefined && { step }),
    role,
    content: masked.length > MAX_CHARACTERS ? `${masked.slice(0, MAX_CHARACTERS)}…` : masked,
    ...(note_form && { note_form }),
    tool_calls: tool_calls.map(({ call_id, tool_name }) => ({ call_id, tool_name })),
  })
}

export function emitTurn(work: Work, turn: Turn, status: 'started' | 'waiting' | 'finished' | 'stopped' | 'failed'): void {
  const { id, session_id, model, steps, input_tokens, output_tokens, error, error_form, error_type } = turn
  work.emit('chat.turn', {
    turn_id: id,
    session_id,
    status,
    model,
    steps,
    input_tokens,
    output_tokens,
    error,
    error_form,
    error_code: error_type,
  })
}

/** So that nobody mistakes the silence for work. */
export const announceWaiting = (core: Core, turn: Turn): Promise<void> =>
  commit(core, 'notice', turn.project_id, async (work) => emitTurn(work, turn, 'waiting'))
