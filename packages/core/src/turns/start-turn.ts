// A person's message becomes a turn: both are recorded before a model is called.
import type { Message, MessageId, Project, SessionId, Turn, TurnId } from '@countersign/protocol'
import { sessionFor } from '../sessions/sessions.ts'
import type { Principal } from '../work/core.ts'
import { assistantFor, type Core, commit, type Work } from '../work/core.ts'
import { emitMessage, emitTurn } from './emit-turn.ts'

export interface TurnRequest {
  readonly content: string
  readonly session_id: string | undefined
  /** Picks the model: the one chosen for the session, otherwise the default. */
  readonly model: (chosen: string | null) => string
}

export interface StartedTurn {
  readonly message: Message
  readonly turn: Turn
}

export function startTurn(core: Core, principal: Principal, project: Project, request: TurnRequest): Promise<StartedTurn> {
  return commit(core, 'turn', project.id, async (work) => {
    const session = await sessionFor(work, core, assistantFor(principal), project, request.session_id)
    const id = core.ids.next<TurnId>()
    const message: Message = {
      id: core.ids.next<MessageId>(),
      project_id: project.id,
      session_id: session.id,
      user_id: principal.user_id,
      turn_id: id,
      role: 'user',
      content: request.content,
      note_form: null,
      tool_calls: [],
      provider: null,
      created_at: await nextMoment(work, session.id),
    }
    const turn = newTurn(message, request.model(session.model))
    if (session.title === '') await work.tx.sessions.update({ ...session, title: titleOf(core.masker.maskText(request.content)) })
    await work.tx.messages.insert(message)
    await work.tx.turns.insert(turn)
    emitMessage(core, work, message)
    emitTurn(work, turn, 'started')
    return { message, turn }
  })
}

const MAX_TITLE_CHARACTERS = 80

/** The first line of the person's first message. */
function titleOf(content: string): string {
  const characters = [...(content.trim().split('\n')[0] ?? '').trim()]
  return characters.length > MAX_TITLE_CHARACTERS ? `${characters.slice(0, MAX_TITLE_CHARACTERS - 1).join('')}…` : characters.join('')
}

const newTurn = ({ id, turn_id, project_id, session_id, user_id, created_at }: Message, model: string): Turn => ({
  id: turn_id,
  project_id,
  session_id,
  user_id,
  message_id: id,
  model,
  status: 'running',
  steps: 0,
  input_tokens: 0,
  output_tokens: 0,
  error: null,
  error_form: null,
  error_type: null,
  created_at,
  ended_at: null,
})

/**
 * When a message of a session was written: always later than the previous one, whatever the clock says, so that the time gives the order.
 */
export async function nextMoment({ tx, now }: Work, session_id: SessionId): Promise<string> {
  const [last] = await tx.messages.find({ equal: { session_id }, order: { column: 'created_at', descending: true }, limit: 1 })
  return new Date(Math.max(now, last ? Date.parse(last.created_at) + 1 : 0)).toISOString()
}
