// What a rejection covers: this call, or every such call from now on.
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { useRenderSentence } from '../../sentences/use-render-sentence.ts'
import { changeDraft, useDraft } from '../state/approval-queue.ts'
import { neverChoices } from '../state/draft.ts'

export function NeverChoice({ waiting }: { readonly waiting: Waiting }) {
  const { t } = useTranslation()
  const render = useRenderSentence()
  const id = useId()
  const { never } = useDraft(waiting.id)
  const choices = neverChoices(waiting)
  if (choices.length === 0) return null
  const chosen = choices.findIndex((one) => one.scope === never?.scope && one.class === never.class)
  const choose = (value: string) => {
    const choice = choices[Number(value)]
    changeDraft(waiting.id, { never: value !== '' && choice ? { scope: choice.scope, class: choice.class } : null })
  }
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <label htmlFor={id}>{t('approvals.never.label')}</label>
      <select
        id={id}
        value={chosen === -1 ? '' : chosen}
        onChange={({ target }) => choose(target.value)}
        className={`min-h-8 max-w-full min-w-0 rounded-md border border-strong-line bg-panel px-2 ${never ? 'text-high' : ''}`}
      >
        <option value="">{t('approvals.never.once')}</option>
        {choices.map(({ scope, class: key, label, label_form }, index) => (
          <option key={`${scope} ${key}`} value={index}>
            {t(`approvals.never.${scope}`, { what: render(label, label_form) })}
          </option>
        ))}
      </select>
    </div>
  )
}
