// The person who writes to the agent: a session, messages, answers to its questions, and what is on record afterwards.
import type { Approval, MessageView, Turn } from '@countersign/protocol'
import { eventually, persistently } from '../../../../packages/test-kit/src/wait.ts'
import type { World } from '../world.ts'

export interface Conversation {
  readonly session: string
  send(content: string): Promise<string>
  turn(id: string): Promise<Turn>
  /** Waits until the turn has ended. */
  end(id: string): Promise<Turn>
  /** The first open question about a tool. */
  asked(tool: string): Promise<Approval>
  /** Oldest first. */
  transcript(): Promise<MessageView[]>
}

/** Every request is repeated while the server is away. */
export async function converse(world: World, model?: string): Promise<Conversation> {
  const { operator, projectId } = world
  const chat = `/my/projects/${projectId}/chat`
  const opened = await persistently(() => operator.post<{ session: { id: string } }>(`${chat}/sessions`, model ? { model } : {}))
  const session = opened.session.id
  const turn = async (id: string) => (await persistently(() => operator.get<{ turn: Turn }>(`${chat}/turns/${id}`))).turn
  const transcript = async () =>
    (await persistently(() => operator.get<{ messages: MessageView[] }>(`${chat}/sessions/${session}/messages`))).messages.toReversed()
  return {
    session,
    turn,
    transcript,
    send: async (content) => {
      const sent = await operator.post<{ turn_id: string }>(`${chat}/messages`, { content, session_id: session }).catch(unlessAway)
      if (sent) return sent.turn_id
      // The reply was lost, perhaps after the message was stored.
      const stored = (await transcript()).findLast((message) => message.content === content)
      return (
        stored?.turn_id ??
        (await persistently(() => operator.post<{ turn_id: string }>(`${chat}/messages`, { content, session_id: session }))).turn_id
      )
    },
    end: (id) =>
      eventually('the end of the turn', async () => {
        const seen = await turn(id)
        return seen.status === 'running' ? undefined : seen
      }),
    asked: (tool) =>
      eventually(`a question about ${tool}`, async () =>
        (await persistently(() => operator.pending())).find((approval) => approval.tool_name === tool && approval.session_id === session),
      ),
  }
}

function unlessAway(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error
}

/** Approves everything in a session, and takes the first action of each question, until the turn has ended. */
export async function answerAll(world: World, { turn, session }: Conversation, id: string): Promise<Turn> {
  return eventually(
    'the end of the turn',
    async () => {
      const seen = await turn(id)
      if (seen.status !== 'running') return seen
      const pending = await persistently(() => world.operator.pending())
      for (const approval of pending.filter(({ session_id }) => session_id === session)) await answerYes(world, approval)
      return undefined
    },
    90,
  )
}

/** It may already have been answered by a request whose reply was lost. */
async function answerYes({ operator, projectId }: World, { id, kind, preview }: Approval): Promise<void> {
  const action = preview?.kind === 'question' ? preview.actions[0] : ''
  const path = `/my/projects/${projectId}/questions/${id}/answer`
  const reply = await persistently(() =>
    kind === 'question' ? operator.request('POST', path, { body: { action } }) : operator.answer(id, { decision: 'approved' }),
  )
  if (reply.status !== 200) throw new Error(`the answer was refused: ${JSON.stringify(reply.body)}`)
}
