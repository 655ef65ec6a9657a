// What was just done, with its undo, until the next change or until dismissed.
import { CircleAlert, Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Button } from '../../shared/controls/button.tsx'
import { undoChange } from '../questions/change-files.ts'
import { useFiles } from '../state/use-files.ts'
import { useDescribeRefusal } from '../workspace/use-describe-refusal.ts'

export function NoticeBar() {
  const { t } = useTranslation()
  const describeRefusal = useDescribeRefusal()
  const files = useFiles()
  const notice = useStore(files.notice)
  if (!notice) return null
  const { kind, path, id, refusal } = notice
  return (
    <div role="status" className="flex shrink-0 items-center gap-2 border-t border-line bg-raised px-3 py-1 text-sm">
      {kind === 'failed' && <CircleAlert size={16} className="shrink-0 text-high" aria-hidden />}
      <span className="min-w-0 flex-1 truncate" title={path}>
        {t(`files.done.${kind}`, { path })} {refusal && describeRefusal(refusal)}
      </span>
      {id !== undefined && (
        <Button onClick={() => void undoChange(files, path, id)}>
          <Undo2 size={14} aria-hidden />
          {t('files.done.undo')}
        </Button>
      )}
      <Button kind="quiet" label={t('files.done.dismiss')} onClick={() => files.notice.setState(undefined, true)} className="px-1.5!">
        <X size={16} aria-hidden />
      </Button>
    </div>
  )
}
