// A question from the agent: its words, the offered answers, and a comment.
import type { Preview } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { showsAll } from '../../mirror/state/waiting.ts'
import { useRenderSentence } from '../../sentences/use-render-sentence.ts'
import { useShortcut } from '../../shared/browser/shortcuts.ts'
import { AnswerButton } from '../../shared/controls/answer-button.tsx'
import { VisibleText } from '../../shared/text/visible-text.tsx'
import { AnswerBar } from '../answer/answer-bar.tsx'
import { useAnswer } from '../answer/use-answer.ts'
import { useFirstFocus } from '../answer/use-first-focus.ts'
import { useReady } from '../answer/use-ready.ts'
import type { BodyProps } from '../parts/body-props.ts'
import { CommentField } from '../parts/comment-field.tsx'
import { MaskedNotice } from '../parts/masked-notice.tsx'
import { approvalQueue } from '../state/approval-queue.ts'
import { commentOf, EMPTY_DRAFT } from '../state/draft.ts'
import { AgentWords } from './agent-words.tsx'

export interface AskedBodyProps extends BodyProps {
  readonly preview: Extract<Preview, { kind: 'question' }>
}

const MAX_KEYS = 9

export function AskedBody({ waiting, hasKeys, place, preview }: AskedBodyProps) {
  const { t } = useTranslation()
  const render = useRenderSentence()
  const { message, message_form, actions, actions_forms } = preview
  const labelOf = (index: number) => render(actions[index] ?? '', actions_forms?.[index])
  const { answer, dismiss } = useAnswer(waiting)
  const isReady = useReady(waiting, `${place} ${waiting.digest} ${showsAll(waiting)}`)
  const focus = useFirstFocus(hasKeys, place)
  const canChoose = isReady && showsAll(waiting)
  const choose = (action: string) =>
    canChoose && answer({ action, ...commentOf(approvalQueue.getState().drafts.get(waiting.id) ?? EMPTY_DRAFT), cover_high: false })
  return (
    <div className="flex flex-col gap-3 px-3">
      <AgentWords agent={waiting.agent} text={render(message, message_form)} />
      <MaskedNotice waiting={waiting} />
      <CommentField id={waiting.id} hasKeys={hasKeys} />
      <AnswerBar waiting={waiting}>
        <AnswerButton ref={focus} kind="quiet" isReady={isReady} onAnswer={dismiss}>
          {t('approvals.dismiss')}
        </AnswerButton>
        {actions.map((action, index) => (
          <AnswerButton key={action} isReady={canChoose} onAnswer={() => choose(action)} className="max-w-full">
            <span className="[overflow-wrap:anywhere]">
              <VisibleText text={labelOf(index)} />
            </span>
            {hasKeys && index < MAX_KEYS && <ActionKey number={index + 1} action={labelOf(index)} onChoose={() => choose(action)} />}
          </AnswerButton>
        ))}
      </AnswerBar>
    </div>
  )
}

interface ActionKeyProps {
  readonly number: number
  readonly action: string
  readonly onChoose: () => void
}

function ActionKey({ number, action, onChoose }: ActionKeyProps) {
  const { t } = useTranslation()
  useShortcut({ keys: String(number), label: t('review.keys.answer', { action }), group: t('approvals.title'), run: onChoose })
  return (
    <kbd aria-hidden className="rounded border border-line bg-sunken px-1 font-mono text-xs text-muted">
      {number}
    </kbd>
  )
}
