// Renames a conversation.
import type { Session } from '@countersign/protocol'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../connection/project-context.ts'
import { Button } from '../../shared/controls/button.tsx'
import { Modal } from '../../shared/controls/modal.tsx'
import { Problem } from '../../shared/controls/problem.tsx'

const MAX_CHARACTERS = 200

export function RenameSession({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { client, projectId: p, mirror } = useProject()
  const [title, setTitle] = useState(session.title)
  const [error, setError] = useState<Error>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const rename = async () => {
    await client.patchSession({ params: { p, s: session.id }, body: { title: title.trim() } })
    await mirror.learnSession(session.id)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename().catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))))
  }
  return (
    <Modal title={t('chat.rename')} onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <label className="flex flex-col gap-1 text-sm">
          {t('chat.title')}
          <input
            ref={field}
            value={title}
            maxLength={MAX_CHARACTERS}
            onChange={({ target }) => setTitle(target.value)}
            className="min-h-9 rounded-md border border-strong-line bg-canvas px-3"
          />
        </label>
        {error && <Problem error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('shared.back')}</Button>
          <Button kind="primary" type="submit" disabled={title.trim() === ''}>
            {t('chat.rename')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
