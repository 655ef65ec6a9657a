// The listed conversations: all that the page knows, or the server's search results.
import { pause } from '@countersign/client'
import type { Session } from '@countersign/protocol'
import { useMirror, useProject } from '../../connection/project-context.ts'
import { derived } from '../../mirror/state/derived.ts'
import { listSessions } from '../../mirror/state/selectors.ts'
import type { MirrorState } from '../../mirror/state/state.ts'
import { useFetched } from '../../shared/hooks/use-fetched.ts'

/** The search waits until the person pauses. */
const TYPING_MILLISECONDS = 150
const PAGE = 200

export interface FoundSessions {
  readonly sessions: readonly Session[]
  readonly isSearching: boolean
  readonly error: Error | undefined
}

export function useFoundSessions(search: string): FoundSessions {
  const { client, projectId: p } = useProject()
  const known = useMirror(({ sessions }) => conversationsOf(sessions))
  const wanted = search.trim()
  const read = async (signal: AbortSignal) => {
    if (wanted === '') return []
    await pause(TYPING_MILLISECONDS, signal)
    const { sessions } = await client.listSessions({ params: { p }, query: { search: wanted, limit: PAGE }, signal })
    return sessions.filter(isConversation)
  }
  const { data, error } = useFetched({ read, key: wanted })
  if (wanted === '') return { sessions: known, isSearching: false, error: undefined }
  return { sessions: data ?? [], isSearching: data === undefined && error === undefined, error }
}

/** The person's own calls in the editor have a session, which is not a conversation. */
const isConversation = ({ agent }: Session): boolean => !agent.startsWith('operator:')

const conversationsOf = derived((sessions: MirrorState['sessions']) => listSessions(sessions).filter(isConversation))
