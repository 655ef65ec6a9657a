// A dialog over the page: the browser's own, which keeps the focus inside, makes the rest inert and closes on Escape. Libraries
// that lock scrolling insert style elements, which the content policy refuses.
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

export interface ModalProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export function Modal({ title, onClose, children }: ModalProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto max-h-[85dvh] w-[min(40rem,calc(100vw-2rem))] overflow-auto rounded-lg border border-line bg-panel p-0 text-text shadow-xl backdrop:bg-black/40"
    >
      <header className="sticky top-0 flex items-center justify-between gap-4 border-b border-line bg-panel px-4 py-2">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        <Button kind="quiet" label={t('app.close')} onClick={() => dialog.current?.close()}>
          <X size={16} aria-hidden />
        </Button>
      </header>
      <div className="p-4">{children}</div>
    </dialog>
  )
}
