// Reads a conversation when it is opened; from then on the mirror follows it.
import { RefusedRequest } from '@countersign/client'
import { useEffect, useMemo, useState } from 'react'
import { useMirror, useProject } from '../../connection/project-context.ts'
import type { OlderPart, TimelineItem } from '../../mirror/state/state.ts'

const NONE: readonly TimelineItem[] = []

export interface ShownConversation {
  readonly items: readonly TimelineItem[]
  readonly isLoading: boolean
  /** There are older items. */
  readonly hasOlder: boolean
  /** The server has no such conversation. */
  readonly isMissing: boolean
}

export function useConversation(sessionId: string): ShownConversation {
  const { mirror } = useProject()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    mirror.openConversation(sessionId).catch(setError)
  }, [mirror, sessionId])
  const timeline = useMirror(({ timelines }) => timelines.get(sessionId) ?? NONE)
  const older = useMirror((state) => state.older.get(sessionId))
  const from = older ? knownFrom(older) : ''
  const items = useMemo(() => timeline.slice(firstFrom(timeline, from)), [timeline, from])
  // Offline is not an error here: it is read when the connection is back.
  return { items, isLoading: older === undefined, hasOlder: from !== '', isMissing: error instanceof RefusedRequest }
}

/** Items before this time may be incomplete: one of the two lists may still have more. */
const knownFrom = ({ messages, calls }: OlderPart): string =>
  [messages, calls].reduce((from, list) => (list.cursor !== undefined && list.from > from ? list.from : from), '')

function firstFrom(items: readonly TimelineItem[], from: string): number {
  const first = items.findIndex(({ at }) => at >= from)
  return first === -1 ? items.length : first
}
