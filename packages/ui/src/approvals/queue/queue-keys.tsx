// Keyboard shortcuts of the queue: move, open and close, select.
import { useTranslation } from 'react-i18next'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { useShortcut } from '../../shared/browser/shortcuts.ts'
import { approvalQueue, openCard, toggleSelected } from '../state/approval-queue.ts'
import { stepFrom } from '../state/select-current.ts'

export interface QueueKeysProps {
  readonly waiting: readonly Waiting[]
  readonly current: string | undefined
}

export function QueueKeys({ waiting, current }: QueueKeysProps) {
  const { t } = useTranslation()
  const group = t('approvals.title')
  const move = (step: number) => {
    const id = stepFrom(
      waiting.map(({ id }) => id),
      current,
      step,
    )
    if (id !== undefined) openCard(id)
  }
  const pick = () => {
    const one = waiting.find(({ id }) => id === current)
    if (one?.kind === 'approval') toggleSelected(one.id)
  }
  useShortcut({ keys: 'j', label: t('approvals.keys.next'), group, repeats: true, run: () => move(1) })
  useShortcut({ keys: 'k', label: t('approvals.keys.previous'), group, repeats: true, run: () => move(-1) })
  useShortcut({ keys: 'x', label: t('approvals.keys.select'), group, run: pick })
  useShortcut({
    keys: 'Enter',
    label: t('approvals.keys.open'),
    group,
    run: () => approvalQueue.setState(({ isFolded }) => ({ isFolded: !isFolded })),
  })
  return null
}
