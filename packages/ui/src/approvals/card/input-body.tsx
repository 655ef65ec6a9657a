// A process waits for input: what it printed, a field for the answer, and the ways to leave it waiting or to end it.
import { DISMISSED, END_PROCESS, LIMITS, type Preview, SEND_INPUT } from '@countersign/protocol'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShellLine } from '../../calls/preview/shell-line.tsx'
import { AnswerButton } from '../../shared/controls/answer-button.tsx'
import { VisibleText } from '../../shared/text/visible-text.tsx'
import { AnswerBar } from '../answer/answer-bar.tsx'
import { useAnswer } from '../answer/use-answer.ts'
import { useReady } from '../answer/use-ready.ts'
import type { BodyProps } from '../parts/body-props.ts'

export interface InputBodyProps extends BodyProps {
  readonly preview: Extract<Preview, { kind: 'input' }>
}

/** The text stays in this component: a secret is in no draft and in no store. */
export function InputBody({ waiting, place, preview }: InputBodyProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { answer } = useAnswer(waiting)
  const isReady = useReady(waiting, `${place} ${waiting.digest}`)
  const give = (action: string) => isReady && answer({ action, ...(action === SEND_INPUT && { text }), cover_high: false })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    give(SEND_INPUT)
  }
  return (
    <form className="flex flex-col gap-3 px-3" onSubmit={onSubmit}>
      <ShellLine line={preview.command} />
      <pre
        role="log"
        aria-label={t('approvals.input.output')}
        className="max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs"
      >
        <VisibleText text={preview.output} multiline />
      </pre>
      <InputField text={text} isSecret={preview.secret} onChange={setText} />
      <AnswerBar waiting={waiting}>
        <AnswerButton kind="quiet" isReady={isReady} onAnswer={() => give(DISMISSED)}>
          {t('approvals.input.leave')}
        </AnswerButton>
        <AnswerButton kind="danger" isReady={isReady} onAnswer={() => give(END_PROCESS)}>
          {t('approvals.input.end')}
        </AnswerButton>
        <AnswerButton isReady={isReady} onAnswer={() => give(SEND_INPUT)}>
          {t('approvals.input.send')}
        </AnswerButton>
      </AnswerBar>
    </form>
  )
}

interface InputFieldProps {
  readonly text: string
  readonly isSecret: boolean
  readonly onChange: (text: string) => void
}

function InputField({ text, isSecret, onChange }: InputFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {isSecret ? t('approvals.input.secret') : t('approvals.input.text')}
      </label>
      <input
        id={id}
        type={isSecret ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        maxLength={LIMITS.maxInputCharacters}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-8 w-full rounded-md border border-strong-line bg-panel px-2 py-1 font-mono text-sm"
      />
    </div>
  )
}
