// In the webview of an editor: the change in the editor's own diff.
import { GitCompare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../bridge/editor-context.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { Button } from '../../shared/controls/button.tsx'

export function EditorDiff({ id, preview }: Pick<Waiting, 'id' | 'preview'>) {
  const { t } = useTranslation()
  const send = useEditor()
  if (!send || (preview?.kind !== 'diff' && preview?.kind !== 'review')) return null
  return (
    <Button kind="quiet" className="self-start" onClick={() => send({ type: 'SHOW_DIFF', approval_id: id })}>
      <GitCompare aria-hidden className="size-4" />
      {t('approvals.diff.inEditor')}
    </Button>
  )
}
