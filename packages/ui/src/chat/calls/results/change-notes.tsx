// What a change says besides itself: that it cannot be undone, was joined with what the person typed, or was changed by the editor on saving.
import { sentenceSchema } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { useRenderSentence } from '../../../sentences/use-render-sentence.ts'
import { safeProse } from '../../../shared/text/safe-text.ts'
import { type Fields, fieldsOf, textOf, textsOf } from './fields.ts'

/** For a result that is shown as JSON: these fields are told in words instead. */
export const withoutNotes = (field: string, value: unknown): unknown =>
  ['undo', 'merged', 'changed_on_save'].includes(field) ? undefined : value

export function ChangeNotes({ fields }: { readonly fields: Fields }) {
  const notes = useChangeNotes(fields)
  return notes.map((note) => (
    <p key={note} className="text-xs break-words text-muted">
      {note}
    </p>
  ))
}

function useChangeNotes({ undo, merged, changed_on_save }: Fields): string[] {
  const { t } = useTranslation()
  const render = useRenderSentence()
  const { possible, why, why_form } = fieldsOf(undo)
  const [joined, saved] = [textsOf(merged), textsOf(changed_on_save)]
  return [
    ...(possible === false
      ? [t('chat.notes.noUndo', { why: safeProse(render(textOf(why), sentenceSchema.safeParse(why_form).data)) })]
      : []),
    ...(joined.length > 0 ? [t('chat.notes.merged', { files: safeProse(joined.join(', ')) })] : []),
    ...(saved.length > 0 ? [t('chat.notes.changedOnSave', { files: safeProse(saved.join(', ')) })] : []),
  ]
}
