// The approval queue, oldest first: one card is open, the others show only their head.
import { type ReactNode, useEffect, useRef } from 'react'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { QuestionCard } from '../card/question-card.tsx'
import { approvalQueue, useApprovalQueue } from '../state/approval-queue.ts'
import { selectCurrent } from '../state/select-current.ts'
import { BatchBar } from './batch-bar.tsx'
import { BatchResults } from './batch-results.tsx'
import { QueueKeys } from './queue-keys.tsx'

export interface QueueProps {
  readonly waiting: readonly Waiting[]
  /** Further approvals, after `between`. */
  readonly further?: readonly Waiting[]
  /** Letter keys answer the open card. */
  readonly hasKeys?: boolean
  /** Keys move, open and select. */
  readonly hasListKeys?: boolean
  readonly children?: ReactNode
}

export function Queue({ waiting, further = [], hasKeys = false, hasListKeys = false, children }: QueueProps) {
  const all = [...waiting, ...further]
  const ids = all.map(({ id }) => id)
  const current = useCurrent(ids)
  const cards = all.map((one, index) => (
    <QuestionCard key={one.id} waiting={one} isCurrent={one.id === current} hasKeys={hasKeys} place={ids.slice(0, index + 1).join()} />
  ))
  return (
    <div className="flex flex-col gap-3" data-queue>
      <BatchBar waiting={all} hasKeys={hasKeys} />
      <BatchResults />
      {cards.slice(0, waiting.length)}
      {children}
      {cards.slice(waiting.length)}
      {hasListKeys && <QueueKeys waiting={all} current={current} />}
    </div>
  )
}

function useCurrent(ids: readonly string[]): string | undefined {
  const chosen = useApprovalQueue(({ current }) => current)
  const before = useRef<readonly string[]>([])
  const current = selectCurrent(ids, before.current, chosen)
  useEffect(() => {
    before.current = ids
    if (current !== chosen) approvalQueue.setState({ current })
  })
  return current
}
