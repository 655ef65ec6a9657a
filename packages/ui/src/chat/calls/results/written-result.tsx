// A file that was written.
import { useTranslation } from 'react-i18next'
import { ChangeNotes } from './change-notes.tsx'
import { numberOf, type ResultProps, textOf } from './fields.ts'
import { FileLink } from './file-link.tsx'

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
