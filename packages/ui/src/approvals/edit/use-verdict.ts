// The server's verdict on the edited call, requested shortly after each change. An outdated verdict approves nothing.
import type { Client } from '@countersign/client'
import { useEffect, useState } from 'react'
import { useProject } from '../../connection/project-context.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { type Draft, editedParams } from '../state/draft.ts'

const PAUSE_MILLISECONDS = 250

type Reply = Awaited<ReturnType<Client['checkPolicy']>>

export interface Verdict {
  /** About exactly what is written now; undefined until it has arrived. */
  readonly reply: Reply | undefined
  readonly problem: Error | undefined
  readonly isAllowed: boolean
}

interface Judged {
  readonly text: string
  readonly reply?: Reply
  readonly problem?: Error
}

export function useVerdict(waiting: Waiting, draft: Draft): Verdict {
  const { client, projectId } = useProject()
  const [judged, setJudged] = useState<Judged>()
  const { id: approval_id, tool_name } = waiting
  const text = editedParams(draft, waiting) && draft.edit?.text
  useEffect(() => {
    if (text === undefined) return
    const gone = new AbortController()
    const ask = async () => {
      const tool_params = await client.withBodies({ projectId, params: JSON.parse(text) as Record<string, unknown> })
      return client.checkPolicy({ params: { p: projectId }, body: { tool_name, tool_params, approval_id }, signal: gone.signal })
    }
    const timer = setTimeout(() => {
      ask()
        .then((reply) => gone.signal.aborted || setJudged({ text, reply }))
        .catch((problem: Error) => gone.signal.aborted || setJudged({ text, problem }))
    }, PAUSE_MILLISECONDS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [client, projectId, approval_id, tool_name, text])
  const current = judged?.text === text ? judged : undefined
  return { reply: current?.reply, problem: current?.problem, isAllowed: current?.reply !== undefined && current.reply.decision !== 'deny' }
}
