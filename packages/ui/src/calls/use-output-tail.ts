// The end of a call's output, live. Events only announce more output; the text is read by offset, so that nothing is missing or
// repeated.
import type { OutputView } from '@countersign/protocol'
import { useEffect, useRef } from 'react'
import { useMirror, useProject } from '../connection/project-context.ts'
import { type Fetched, useFetched } from '../shared/hooks/use-fetched.ts'

const KEPT_CHARACTERS = 32_000

export interface Tail {
  readonly text: string
  readonly next: number
  readonly isCut: boolean
  /** Bytes of it that never reached the server. */
  readonly missing: number
}

const EMPTY: Tail = { text: '', next: 0, isCut: false, missing: 0 }

export function useOutputTail(toolId: string): Fetched<Tail> {
  const { client, projectId: p, mirror } = useProject()
  const printed = useMirror(({ calls }) => calls.get(toolId)?.output_next ?? 0)
  const tail = useRef(EMPTY)
  // The mirror keeps output only of calls that it knows, so it learns of this one first; offline, it does so later.
  useEffect(() => void mirror.fetchCall(toolId).catch(() => undefined), [mirror, toolId])
  const read = async (signal: AbortSignal): Promise<Tail> => {
    for (let isMore = true; isMore; ) {
      const { output, next, missing_bytes } = await client.getOutput({
        params: { p, id: toolId },
        query: { after: tail.current.next },
        signal,
      })
      isMore = next > tail.current.next
      tail.current = withPiece(tail.current, { output, next, missing_bytes })
    }
    return tail.current
  }
  return useFetched({ read, key: toolId, news: printed })
}

type Piece = Pick<OutputView, 'output' | 'next' | 'missing_bytes'>

function withPiece({ text, isCut, missing }: Tail, { output, next, missing_bytes }: Piece): Tail {
  const whole = text + output
  const cut = isCut || whole.length > KEPT_CHARACTERS
  return { text: whole.slice(-KEPT_CHARACTERS), next, isCut: cut, missing: missing + missing_bytes }
}
