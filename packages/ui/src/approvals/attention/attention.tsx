// Alerts the person to a new approval in any view: to screen readers, by a sound, and by a notification when the page is not in
// front. Notifications of answered approvals are withdrawn.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallTitle } from '../../calls/use-call-title.ts'
import { useMirror, useProject } from '../../connection/project-context.ts'
import { listWaiting } from '../../mirror/state/selectors.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { goTo } from '../../shared/browser/route.ts'
import { sendAnswer } from '../answer/use-answer.ts'
import { dropSettled, openCard } from '../state/approval-queue.ts'
import { choices } from './choices.ts'
import { listenToClicks, type Notice, notify, permissionNow, withdraw } from './notifications.ts'
import { playSound } from './play-sound.ts'

export function Attention() {
  const { t } = useTranslation()
  const titleOf = useCallTitle()
  const [said, setSaid] = useState('')
  const call = (fresh: readonly Waiting[]) => {
    const newest = fresh.at(-1)
    if (!newest) return
    setSaid(fresh.length === 1 ? t('approvals.new', { description: titleOf(newest) }) : t('approvals.newMany', { count: fresh.length }))
    // The browser may not allow sound yet; that is not an error.
    if (choices.getState().sound) playSound().catch((error: unknown) => console.warn('no sound:', error))
    if (choices.getState().notify && permissionNow() === 'granted' && !document.hasFocus())
      for (const one of fresh) notify(noticeOf(one)).catch((error: unknown) => console.warn('no notification:', error))
  }
  const noticeOf = ({ id, agent, kind, risk_level, ...waiting }: Waiting): Notice => ({
    id,
    title: titleOf(waiting),
    body: `${t('approvals.asks', { agent })} · ${t(`approvals.risk.${risk_level}`)}`,
    actions: [
      { action: 'show', title: t('approvals.attention.show') },
      ...(kind === 'approval' ? [{ action: 'reject' as const, title: t('approvals.reject') }] : []),
    ],
  })
  useNews(call)
  useClicks()
  return (
    <p role="alert" className="sr-only">
      {said}
    </p>
  )
}

/** Approvals that were pending when the page opened are not new. */
function useNews(onNew: (fresh: readonly Waiting[]) => void): void {
  const isLoaded = useMirror((state) => state.isLoaded)
  const waiting = useMirror(listWaiting)
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!isLoaded) return
    const now = new Set(waiting.map(({ id }) => id))
    const before = known.current
    known.current = now
    dropSettled(now)
    if (!before) return
    const gone = before.difference(now)
    if (gone.size > 0) void withdraw(gone)
    onNew(waiting.filter(({ id }) => !before.has(id)))
  })
}

function useClicks(): void {
  const { client, projectId: p, mirror } = useProject()
  useEffect(() => {
    const leaving = new AbortController()
    const onClick = ({ id, action }: { readonly id: string; readonly action: 'show' | 'reject' }) => {
      const waiting = mirror.store.getState().waiting.get(id)
      if (!waiting) return
      openCard(id)
      // The card shows what goes wrong.
      if (action === 'reject' && waiting.kind === 'approval') void sendAnswer(id, () => client.reject({ params: { p, a: id }, body: {} }))
      else goTo('approvals', id)
    }
    listenToClicks(onClick, leaving.signal)
    return () => leaving.abort()
  }, [client, p, mirror])
}
