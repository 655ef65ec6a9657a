// The text of a file.
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../shared/controls/copy-button.tsx'
import { TextBlock } from '../../../shared/text/text-block.tsx'
import { numberOf, type ResultProps, textOf } from './fields.ts'
import { FileLink } from './file-link.tsx'

export function FileResult({ fields, call }: ResultProps) {
  const { t } = useTranslation()
  const content = textOf(fields.content)
  const path = textOf(call.tool_params.path)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-2 text-xs text-muted">
        <FileLink path={path} />
        <span>{t('chat.resultSummary.lines', { count: numberOf(fields.lines) })}</span>
        {fields.truncated === true && <span>{t('chat.cutAtEnd')}</span>}
        <span className="ml-auto">
          <CopyButton text={content} />
        </span>
      </div>
      <TextBlock label={path} text={content.replaceAll('\r\n', '\n')} />
    </div>
  )
}
