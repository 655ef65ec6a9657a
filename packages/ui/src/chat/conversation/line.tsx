// One line of a conversation. It is memoised, so that scrolling or a new line draws none of the others again.
import { type ReactElement, useState } from 'react'
import type { TimelineItem } from '../../mirror/state/state.ts'
import { CallCard } from '../calls/call-card.tsx'
import { Message } from './message.tsx'
import { TurnEnd } from './turn-end.tsx'
import { TurnProgress } from './turn-progress.tsx'

/** The last line: what the agent is doing now. */
export const PROGRESS = { kind: 'progress', id: 'progress' } as const

export type LineItem = TimelineItem | typeof PROGRESS

export function useLineElement(sessionId: string): (item: LineItem) => ReactElement {
  const [elementOf] = useState(() => {
    const elements = new WeakMap<LineItem, ReactElement>()
    return (item: LineItem) => {
      const element = elements.get(item) ?? <Line key={item.id} kind={item.kind} id={item.id} sessionId={sessionId} />
      elements.set(item, element)
      return element
    }
  })
  return elementOf
}

interface LineProps extends Pick<LineItem, 'kind' | 'id'> {
  readonly sessionId: string
}

const Line = (props: LineProps) => (
  <div className="mx-auto max-w-3xl px-3 py-1.5 empty:hidden">
    <Content {...props} />
  </div>
)

function Content({ kind, id, sessionId }: LineProps) {
  if (kind === 'message') return <Message id={id} />
  if (kind === 'call') return <CallCard id={id} />
  return kind === 'end' ? <TurnEnd turnId={id} /> : <TurnProgress sessionId={sessionId} />
}
