// Asks what to do with unsaved text when its tab is closed.
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/controls/button.tsx'
import { isDirty } from '../documents/document.ts'
import { useFiles } from '../state/use-files.ts'
import { useCloseDocument } from '../tabs/use-close-document.ts'
import { nameOf } from '../tree/tree-state.ts'
import { firstFocus } from './first-focus.ts'

export interface CloseQuestionProps {
  readonly path: string
  readonly onDone: () => void
}

export function CloseQuestion({ path, onDone }: CloseQuestionProps) {
  const { t } = useTranslation()
  const { documents } = useFiles()
  const { closeAtOnce } = useCloseDocument()
  const save = async () => {
    await documents.save(path)
    // If the save fails, the tab stays open with the reason above the text.
    if (!isDirty(documents.store.getState().get(path))) closeAtOnce(path)
    onDone()
  }
  const discard = () => {
    closeAtOnce(path)
    onDone()
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="break-words">{t('files.ask.close.text', { name: nameOf(path) })}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{t('files.ask.cancel')}</Button>
        <Button kind="danger" onClick={discard}>
          {t('files.ask.close.discard')}
        </Button>
        <Button kind="primary" ref={firstFocus} onClick={() => void save()}>
          {t('files.ask.close.save')}
        </Button>
      </div>
    </div>
  )
}
