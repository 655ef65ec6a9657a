// Asks before unsaved text is discarded. When the window closes, only the browser can ask.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Confirm } from '../../shared/controls/confirm.tsx'
import { VisibleText } from '../../shared/text/visible-text.tsx'
import type { Leaving } from './leaving.ts'

export function LeaveQuestion({ leaving }: { readonly leaving: Leaving }) {
  const { t } = useTranslation()
  const unsaved = useStore(leaving.unsaved)
  const wanted = useStore(leaving.wanted)
  useBrowserQuestion(leaving, unsaved.length > 0)
  if (!wanted) return null
  const close = () => leaving.wanted.setState(undefined, true)
  const discard = async () => {
    leaving.unsaved.setState([], true)
    wanted()
  }
  return (
    <Confirm title={t('app.unsaved.title')} action={t('app.unsaved.discard')} onConfirm={discard} onClose={close}>
      <p>{t('app.unsaved.text')}</p>
      <ul className="list-disc pl-5 font-mono text-sm">
        {unsaved.map((path) => (
          <li key={path}>
            <VisibleText text={path} />
          </li>
        ))}
      </ul>
    </Confirm>
  )
}

function useBrowserQuestion({ unsaved }: Leaving, hasUnsaved: boolean): void {
  useEffect(() => {
    if (!hasUnsaved) return
    // Text that was just discarded is not asked about again.
    const ask = (event: BeforeUnloadEvent) => unsaved.getState().length > 0 && event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved, hasUnsaved])
}
