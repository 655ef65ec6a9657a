// What was changed: a file that was written, or the files of a patch by kind of change, and what the change says besides itself: that it cannot
// be undone, was joined with what the person typed, or was changed by the editor on saving.
import { sentenceSchema } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { useRenderSentence } from '../../../sentences/use-render-sentence.ts'
import { safeProse } from '../../../shared/text/safe-text.ts'
import { type Fields, fieldsOf, listOf, numberOf, type ResultProps, textOf, textsOf } from './fields.ts'
import { FileLink } from './file-link.tsx'

const KINDS = ['files_created', 'files_modified', 'files_deleted', 'files_renamed'] as const

export function ChangesResult({ fields }: ResultProps) {
  const { t } = useTranslation()
  const pathsOf = (value: unknown) => [
    ...textsOf(value),
    ...listOf(value)
      .map(({ to, path }) => textOf(to) || textOf(path))
      .filter(Boolean),
  ]
  const changed = KINDS.map((kind) => ({ kind, paths: pathsOf(fields[kind]) })).filter(({ paths }) => paths.length > 0)
  return (
    <div className="flex flex-col gap-1">
      <ul className="flex flex-col gap-1 text-xs">
        {changed.map(({ kind, paths }) => (
          <li key={kind} className="flex flex-wrap gap-x-2">
            <span className="text-muted">{t(`chat.changes.${kind}`)}</span>
            {paths.map((path) => (
              <FileLink key={path} path={path} />
            ))}
          </li>
        ))}
      </ul>
      <ChangeNotes fields={fields} />
    </div>
  )
}

export function WrittenResult({ fields }: ResultProps) {
  const { t } = useTranslation()
  const words = fields.created === true ? 'chat.resultSummary.created' : 'chat.resultSummary.written'
  return (
    <div className="flex flex-col gap-1 text-xs">
      <p className="flex flex-wrap gap-x-2">
        <FileLink path={textOf(fields.path)} />
        <span className="text-muted">{t(words, { count: numberOf(fields.bytes_written) })}</span>
      </p>
      <ChangeNotes fields={fields} />
    </div>
  )
}

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
