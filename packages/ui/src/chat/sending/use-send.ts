// Sends a message into the open conversation, or into a new one that is then opened.
import { useState } from 'react'
import { useProject } from '../../connection/project-context.ts'
import { goTo } from '../../shared/browser/route.ts'

export interface SendOptions {
  /** Empty: a new conversation. */
  readonly sessionId: string
  /** The model of a new conversation; the default if none is named. */
  readonly model?: string | null
}

export interface Sending {
  /** False if it was not sent; `error` says why. */
  send(content: string): Promise<boolean>
  readonly error: Error | undefined
  readonly isSending: boolean
}

export function useSend({ sessionId, model }: SendOptions): Sending {
  const { client, projectId, mirror } = useProject()
  const [error, setError] = useState<Error>()
  const [isSending, setSending] = useState(false)
  const deliver = async (content: string) => {
    const params = { p: projectId }
    const begun = location.hash
    const session_id = sessionId || (await client.createSession({ params, body: model ? { model } : {} })).session.id
    if (sessionId === '') mirror.beginConversation(session_id)
    await client.sendMessage({ params, body: { content, session_id } })
    if (sessionId !== '') return
    await mirror.learnSession(session_id)
    // If the person has moved to another view meanwhile, they stay there.
    if (location.hash === begun) goTo('chat', session_id)
  }
  const send = async (content: string) => {
    setSending(true)
    try {
      await deliver(content)
      setError(undefined)
      return true
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)))
      return false
    } finally {
      setSending(false)
    }
  }
  return { send, error, isSending }
}
