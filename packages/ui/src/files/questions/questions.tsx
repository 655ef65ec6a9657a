// The dialogs of the files view, one at a time: name something new, rename, delete, or close with unsaved text.
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Modal } from '../../shared/controls/modal.tsx'
import type { Asked } from '../state/open-question.ts'
import { useFiles } from '../state/use-files.ts'
import { CloseQuestion } from './close-question.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import { NameQuestion } from './name-question.tsx'

export function Questions() {
  const { t } = useTranslation()
  const { asked } = useFiles()
  const question = useStore(asked)
  if (!question) return null
  const close = () => asked.setState(undefined, true)
  return (
    <Modal title={t(`files.ask.${question.kind}.title`)} onClose={close}>
      <Question question={question} onDone={close} />
    </Modal>
  )
}

function Question({ question, onDone }: { readonly question: Asked; readonly onDone: () => void }) {
  switch (question.kind) {
    case 'close':
      return <CloseQuestion path={question.path} onDone={onDone} />
    case 'delete':
      return <DeleteQuestion entry={question.entry} onDone={onDone} />
    default:
      return <NameQuestion question={question} onDone={onDone} />
  }
}
