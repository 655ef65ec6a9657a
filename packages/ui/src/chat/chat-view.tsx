// The chat: conversations at the left, the open one in the middle, what waits for an answer at the right where there is room.
import { useEffect, useState } from 'react'
import { WaitingPanel } from '../approvals/waiting-panel.tsx'
import { useProject } from '../connection/project-context.ts'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { SessionList } from './session-list.tsx'

export function ChatView({ rest: sessionId }: { readonly rest: string }) {
  useConversation(sessionId)
  return (
    <div className="flex min-h-0 flex-1">
      <SessionList current={sessionId} />
      <section className="flex min-w-0 flex-1 flex-col">
        <Conversation key={sessionId} sessionId={sessionId} />
        <Composer sessionId={sessionId} />
      </section>
      <WaitingPanel />
    </div>
  )
}

/** Reads it when it is opened; from then on the mirror follows it. */
function useConversation(sessionId: string): void {
  const { mirror } = useProject()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (sessionId !== '') mirror.openConversation(sessionId).catch(setError)
  }, [mirror, sessionId])
  if (error) throw error
}
