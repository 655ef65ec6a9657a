// Announces the agent's complete answer to screen readers; partial text would be read over and over.
import { useMirror } from '../../connection/project-context.ts'
import { lastTurn } from '../../mirror/state/selectors.ts'

const MAX_CHARACTERS = 500

export function Announcement({ sessionId }: { readonly sessionId: string }) {
  const answer = useMirror((state) => {
    const turn = lastTurn(state, sessionId)
    if (turn?.status !== 'finished') return ''
    const last = state.timelines.get(sessionId)?.findLast(({ kind }) => kind === 'message')
    const message = last && state.messages.get(last.id)
    return message?.role === 'assistant' ? message.content.slice(0, MAX_CHARACTERS) : ''
  })
  return (
    <p aria-live="polite" className="sr-only">
      {answer}
    </p>
  )
}
