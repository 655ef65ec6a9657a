// The conversations that are listed: all that the page knows, or those that the server finds.
import { pause } from '@countersign/client'
import type { Session } from '@countersign/protocol'
import { useMirror, useProject } from '../../connection/project-context.ts'
import { derived } from '../../mirror/state/derived.ts'
import { listSessions } from '../../mirror/state/selectors.ts'
import type { MirrorState } from '../../mirror/state/state.ts'
import { useFetched } from '../../shared/hooks/use-fetched.ts'

/** While somebody still types nothing is asked. */
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

/** What the person does in the editor has a session of its own, which is no conversation. */
const isConversation = ({ agent }: Session): boolean => !agent.startsWith('operator:')

const conversationsOf = derived((sessions: MirrorState['sessions']) => listSessions(sessions).filter(isConversation))
