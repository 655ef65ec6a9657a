// The live output of a process.
import { useTranslation } from 'react-i18next'
import { Problem } from '../shared/controls/problem.tsx'
import { OutputBox } from '../shared/text/output-box.tsx'
import { useOutputTail } from './use-output-tail.ts'

export interface OutputTailProps {
  readonly toolId: string
  /** Whose output it is, for a screen reader. */
  readonly name: string
}

export function OutputTail({ toolId, name }: OutputTailProps) {
  const { t } = useTranslation()
  const { data, error, reload } = useOutputTail(toolId)
  return (
    <>
      {error && <Problem error={error} onRetry={reload} />}
      <OutputBox
        label={t('processes.outputOf', { name })}
        text={data?.text ?? ''}
        isCut={data?.isCut ?? false}
        missingBytes={data?.missing ?? 0}
        height="max-h-64"
      >
        {data ? t('processes.silent') : t('app.loading')}
      </OutputBox>
    </>
  )
}
