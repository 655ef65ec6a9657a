// Changes, line by line.
import { useTranslation } from 'react-i18next'
import { DiffLines } from '../../../shared/diff/diff-lines.tsx'
import { TextBlock } from '../../../shared/text/text-block.tsx'
import { type ResultProps, textOf } from './fields.ts'

const MAX_CHARACTERS = 50_000

export function DiffResult({ fields }: ResultProps) {
  const { t } = useTranslation()
  const diff = textOf(fields.diff)
  if (diff === '') return <p className="text-xs text-muted">{t('chat.noChanges')}</p>
  const label = t('chat.result')
  return diff.length > MAX_CHARACTERS ? <TextBlock label={label} text={diff} /> : <DiffLines diff={diff} label={label} />
}
