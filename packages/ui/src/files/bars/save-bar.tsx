// Why the text is not saved: the runner is offline, the save was refused, or the file is too large to be edited here.
import { CircleAlert, Info, PlugZap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLink, useMirror } from '../../connection/project-context.ts'
import { Button } from '../../shared/controls/button.tsx'
import type { TextDocument } from '../documents/document.ts'
import { MAX_EDITED_BYTES } from '../documents/read-document.ts'
import { useFiles } from '../state/use-files.ts'
import { formatSize } from '../workspace/format-size.ts'
import { useDescribeRefusal } from '../workspace/use-describe-refusal.ts'
import { Bar } from './bar.tsx'

export function SaveBar({ document }: { readonly document: TextDocument }) {
  const { t } = useTranslation()
  const describeRefusal = useDescribeRefusal()
  const { documents } = useFiles()
  const isAway = useIsAway()
  const { path, problem, isDirty, isCut, size } = document
  if (isCut)
    return <Bar Icon={Info} tone="info" text={t('files.tooLarge', { size: formatSize(size), most: formatSize(MAX_EDITED_BYTES) })} />
  if (isAway && isDirty) return <Bar Icon={PlugZap} tone="warning" text={t('files.away.unsaved')} />
  // The disk bar shows this already, with what to do.
  if (!problem || isPast(problem.code) || (problem.code === 'FILE_CHANGED' && document.theirs !== undefined)) return null
  return (
    <Bar Icon={CircleAlert} tone="error" text={`${t('files.notSaved')} ${describeRefusal(problem)}`}>
      <Button onClick={() => void documents.save(path)}>{t('app.retry')}</Button>
    </Bar>
  )
}

/** The runner or the server was away and is back. */
const isPast = (code: string): boolean => code === 'RUNNER_OFFLINE' || code === 'UNREACHABLE'

/** Nothing can be saved now. */
export function useIsAway(): boolean {
  const link = useLink()
  const isRunnerAway = useMirror(({ isLoaded, runner }) => isLoaded && runner?.online !== true)
  return link === 'offline' || isRunnerAway
}
