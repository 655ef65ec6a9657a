// One card of the queue: its head, and if open everything that the person must see before answering.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallTitle } from '../../calls/use-call-title.ts'
import type { BodyProps } from '../parts/body-props.ts'
import { AskedBody } from '../review/asked-body.tsx'
import { ReviewBody } from '../review/review-body.tsx'
import { approvalQueue, openCard, useApprovalQueue } from '../state/approval-queue.ts'
import { ApprovalBody } from './approval-body.tsx'
import { CardHead } from './card-head.tsx'
import { InputBody } from './input-body.tsx'

export interface QuestionCardProps extends BodyProps {
  readonly isCurrent: boolean
}

export function QuestionCard({ waiting, isCurrent, hasKeys, place }: QuestionCardProps) {
  const isFolded = useApprovalQueue((state) => state.isFolded)
  const isOpen = isCurrent && !isFolded
  const title = useCallTitle()(waiting)
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent && hasKeys) article.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent, hasKeys])
  const toggle = () => (isOpen ? approvalQueue.setState({ isFolded: true }) : openCard(waiting.id))
  return (
    <article
      ref={article}
      aria-label={title}
      aria-current={isCurrent}
      className={`scroll-mt-28 rounded-lg border bg-panel shadow-sm ${isCurrent ? 'border-accent' : 'border-line'}`}
    >
      <CardHead waiting={waiting} isOpen={isOpen} onToggle={toggle} />
      {isOpen && <CardBody waiting={waiting} hasKeys={hasKeys} place={place} />}
    </article>
  )
}

function CardBody(props: BodyProps) {
  const { t } = useTranslation()
  const { kind, preview, is_abridged } = props.waiting
  if (kind === 'approval') return <ApprovalBody {...props} />
  if (preview?.kind === 'review') return <ReviewBody {...props} preview={preview} />
  if (preview?.kind === 'question') return <AskedBody {...props} preview={preview} />
  if (preview?.kind === 'input') return <InputBody {...props} preview={preview} />
  return <p className="px-3 pb-3 text-sm text-muted">{is_abridged ? t('approvals.loading') : t('approvals.unknownKind')}</p>
}
