// Retries a turn. If its conversation has ended, the message starts a new one.
import { RefusedRequest } from '@countersign/client'
import { useState } from 'react'
import { useMirror, useProject } from '../../connection/project-context.ts'
import { useSend } from '../sending/use-send.ts'

export function useRetry(turnId: string) {
  const { client, projectId } = useProject()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const content = useMirror(
    ({ messages }) => [...messages.values()].find(({ turn_id, role }) => turn_id === turnId && role === 'user')?.content,
  )
  const fresh = useSend({ sessionId: '' })
  const again = async () => {
    try {
      await client.retryTurn({ params: { p: projectId, t: turnId } })
    } catch (cause) {
      const hasEnded = cause instanceof RefusedRequest && cause.http === 404
      if (!hasEnded || content === undefined) throw cause
      await fresh.send(content)
    }
  }
  const retry = () => {
    setBusy(true)
    setError(undefined)
    again()
      .catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))))
      .finally(() => setBusy(false))
  }
  return { retry, isBusy, error: error ?? fresh.error }
}
