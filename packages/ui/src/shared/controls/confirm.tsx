// "Are you sure?": says what will happen, and focuses the way back. An error stays in the dialog.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'
import { Problem } from './problem.tsx'

export interface ConfirmProps {
  readonly title: string
  readonly children: ReactNode
  /** The label of the button that does it. */
  readonly action: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

export function Confirm({ title, children, action, onConfirm, onClose }: ConfirmProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)))
      setBusy(false)
    }
  }
  return (
    <Modal title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-2 break-words">{children}</div>
        {error && <Problem error={error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button ref={back} onClick={onClose}>
            {t('shared.back')}
          </Button>
          <Button kind="danger" disabled={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
