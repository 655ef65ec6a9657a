// The chat: conversations on the left, the open one in the middle, pending approvals on the right where there is room.
import { useState } from 'react'
import { useMirror } from '../connection/project-context.ts'
import { Composer } from './composer/composer.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { Welcome } from './first-run/welcome.tsx'
import { SessionBar } from './sessions/session-bar.tsx'
import { SessionList } from './sessions/session-list.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

export function ChatView({ rest: sessionId }: { readonly rest: string }) {
  // For a conversation that has not begun yet.
  const [model, setModel] = useState<string | null>(null)
  const agent = useMirror(({ sessions }) => sessions.get(sessionId)?.agent)
  return (
    <div className="flex min-h-0 flex-1">
      <div className="hidden w-60 shrink-0 border-r border-line lg:flex">
        <SessionList current={sessionId} />
      </div>
      <section className="flex min-w-0 flex-1 flex-col">
        <SessionBar sessionId={sessionId} />
        {sessionId === '' ? <Welcome model={model} /> : <Conversation key={sessionId} sessionId={sessionId} />}
        <Composer sessionId={sessionId} model={model} onModel={setModel} otherAgent={isOther(agent) ? agent : undefined} />
      </section>
      <WaitingPanel sessionId={sessionId} />
    </div>
  )
}

/** Conversations of external agents can be read here, but not written to. */
const isOther = (agent: string | undefined): boolean => agent !== undefined && agent !== 'assistant'
