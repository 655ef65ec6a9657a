// The file has changed or was deleted on disk: the person chooses. The text does not change until then.
import { FileX, GitCompareArrows, RefreshCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Button } from '../../shared/controls/button.tsx'
import type { TextDocument } from '../documents/document.ts'
import { useFiles } from '../state/use-files.ts'
import { useCloseDocument } from '../tabs/use-close-document.ts'
import { Bar } from './bar.tsx'

export function DiskBar({ document }: { readonly document: TextDocument }) {
  if (document.theirs === undefined) return null
  return document.theirs === null ? <DeletedBar document={document} /> : <ChangedBar document={document} />
}

function ChangedBar({ document: { path, isDirty, isComparing, problem } }: { readonly document: TextDocument }) {
  const { t } = useTranslation()
  const { documents, touching } = useFiles()
  const agent = useStore(touching.store, (touches) => touches.get(path)?.agent)
  const sentences = [
    problem?.code === 'FILE_CHANGED' ? t('files.notSaved') : '',
    agent === undefined ? t('files.disk.changed') : t('files.disk.changedBy', { agent }),
    isDirty ? t('files.disk.both') : '',
  ]
  return (
    <Bar Icon={TriangleAlert} tone="warning" text={sentences.filter(Boolean).join(' ')}>
      <Button onClick={() => documents.reload(path)}>
        <RefreshCw size={14} aria-hidden />
        {t('files.disk.reload')}
      </Button>
      <Button onClick={() => documents.keep(path)}>{t('files.disk.keep')}</Button>
      <Button aria-pressed={isComparing} onClick={() => documents.compare(path, !isComparing)}>
        <GitCompareArrows size={14} aria-hidden />
        {t(isComparing ? 'files.compare.end' : 'files.disk.compare')}
      </Button>
    </Bar>
  )
}

function DeletedBar({ document: { path } }: { readonly document: TextDocument }) {
  const { t } = useTranslation()
  const { documents } = useFiles()
  const { closeAtOnce } = useCloseDocument()
  return (
    <Bar Icon={FileX} tone="error" text={t('files.disk.deleted')}>
      <Button onClick={() => documents.keep(path)}>{t('files.disk.keepDeleted')}</Button>
      <Button onClick={() => closeAtOnce(path)}>{t('files.disk.close')}</Button>
    </Bar>
  )
}
