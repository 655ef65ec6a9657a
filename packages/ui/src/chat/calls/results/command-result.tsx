// The output of a program, stdout and stderr separately, and its exit code.
import { useTranslation } from 'react-i18next'
import { useRenderNotes } from '../../../sentences/use-render-notes.ts'
import { plainOutput } from '../../../shared/text/safe-text.ts'
import { TextBlock } from '../../../shared/text/text-block.tsx'
import { numberOf, type ResultProps, textOf } from './fields.ts'

export function CommandResult({ fields }: ResultProps) {
  const { t } = useTranslation()
  const renderNotes = useRenderNotes()
  const [stdout, stderr] = [plainOutput(textOf(fields.stdout)), renderNotes(plainOutput(textOf(fields.stderr)))]
  const code = numberOf(fields.exit_code)
  const facts = [
    t('chat.resultSummary.exitCode', { code }),
    fields.isolation === 'none' ? t('approvals.noSandbox') : t('approvals.sandbox'),
    ...(fields.truncated === true ? [t('chat.middleCut')] : []),
  ]
  return (
    <div className="flex flex-col gap-1">
      {stdout !== '' && <TextBlock label={t('chat.stdout')} text={stdout} />}
      {stderr !== '' && (
        <>
          <p className="text-xs text-muted">{t('chat.stderr')}</p>
          <TextBlock label={t('chat.stderr')} text={stderr} />
        </>
      )}
      {stdout === '' && stderr === '' && <p className="text-xs text-muted">{t('chat.printedNothing')}</p>}
      <p className={`text-xs ${code === 0 ? 'text-muted' : 'text-high'}`}>{facts.join(' · ')}</p>
    </div>
  )
}
