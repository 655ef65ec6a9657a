// Everything that waits, oldest first: one is open, the others show their heads.
import { useEffect, useRef } from 'react'
import { useMirror } from '../../connection/project-context.ts'
import { listWaiting } from '../../mirror/selectors.ts'
import { QuestionCard } from '../card/question-card.tsx'
import { BatchBar } from './batch-bar.tsx'
import { BatchResults } from './batch-results.tsx'
import { currentOf } from './current-of.ts'
import { desk, useDesk } from './desk.ts'
import { QueueKeys } from './queue-keys.tsx'

export function Queue({ hasKeys = false }: { readonly hasKeys?: boolean }) {
  const waiting = useMirror(listWaiting)
  const ids = waiting.map(({ id }) => id)
  const current = useCurrent(ids)
  return (
    <div className="flex flex-col gap-3" data-queue>
      <BatchBar waiting={waiting} hasKeys={hasKeys} />
      <BatchResults />
      {waiting.map((one, index) => (
        <QuestionCard key={one.id} waiting={one} isCurrent={one.id === current} hasKeys={hasKeys} place={ids.slice(0, index + 1).join()} />
      ))}
      {hasKeys && <QueueKeys waiting={waiting} current={current} />}
    </div>
  )
}

function useCurrent(ids: readonly string[]): string | undefined {
  const chosen = useDesk(({ current }) => current)
  const before = useRef<readonly string[]>([])
  const current = currentOf(ids, before.current, chosen)
  useEffect(() => {
    before.current = ids
    if (current !== chosen) desk.setState({ current })
  })
  return current
}
