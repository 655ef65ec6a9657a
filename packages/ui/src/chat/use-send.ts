// Sending a message: into the open conversation, or into a new one that is then opened.
import { useState } from 'react'
import { goTo, isAt } from '../app/route.ts'
import { useProject } from '../connection/project-context.ts'

export interface Sending {
  /** False where it was not sent; `error` then says why. */
  send(content: string): Promise<boolean>
  readonly error: string | undefined
}

export function useSend(sessionId: string): Sending {
  const { client, projectId, mirror } = useProject()
  const [error, setError] = useState<string>()
  const send = async (content: string) => {
    try {
      const params = { p: projectId }
      const session_id = sessionId || (await client.createSession({ params, body: {} })).session.id
      await client.sendMessage({ params, body: { content, session_id } })
      setError(undefined)
      if (sessionId === '') await mirror.learnSession(session_id)
      // Whoever has gone elsewhere meanwhile stays there.
      if (sessionId === '' && isAt('chat', '')) goTo('chat', session_id)
      return true
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause))
      return false
    }
  }
  return { send, error }
}
