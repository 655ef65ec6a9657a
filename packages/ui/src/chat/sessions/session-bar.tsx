// The bar above a conversation: its title, its actions, and on small screens the list of the others.
import { Menu, PencilLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMirror } from '../../connection/project-context.ts'
import { goTo } from '../../shared/browser/route.ts'
import { Button } from '../../shared/controls/button.tsx'
import { Modal } from '../../shared/controls/modal.tsx'
import { safeProse } from '../../shared/text/safe-text.ts'
import { EndSession } from './end-session.tsx'
import { RenameSession } from './rename-session.tsx'
import { SessionList } from './session-list.tsx'

type Dialog = 'list' | 'rename' | 'end'

export function SessionBar({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const session = useMirror(({ sessions }) => sessions.get(sessionId))
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const title = session ? safeProse(session.title) || t('chat.untitled') : t('chat.newSession')
  return (
    <header className="flex min-h-10 shrink-0 items-center gap-1 border-b border-line bg-panel px-2">
      <Button kind="quiet" label={t('chat.sessions')} onClick={() => setDialog('list')} className="px-1.5 lg:hidden">
        <Menu size={16} aria-hidden />
      </Button>
      <h1 className="min-w-0 flex-1 truncate px-1 text-sm font-semibold">{title}</h1>
      {session && (
        <>
          <Button kind="quiet" label={t('chat.rename')} onClick={() => setDialog('rename')} className="px-1.5">
            <PencilLine size={16} aria-hidden />
          </Button>
          {session.ended_at === null && (
            <Button kind="quiet" label={t('chat.end')} onClick={() => setDialog('end')} className="px-1.5">
              <Trash2 size={16} aria-hidden />
            </Button>
          )}
          <Button kind="quiet" label={t('chat.newSession')} onClick={() => goTo('chat')} className="px-1.5 lg:hidden">
            <Plus size={16} aria-hidden />
          </Button>
        </>
      )}
      {dialog === 'list' && (
        <Modal title={t('chat.sessions')} onClose={close}>
          <SessionList current={sessionId} onChosen={close} />
        </Modal>
      )}
      {session && dialog === 'rename' && <RenameSession session={session} onClose={close} />}
      {session && dialog === 'end' && <EndSession session={session} onClose={close} />}
    </header>
  )
}
