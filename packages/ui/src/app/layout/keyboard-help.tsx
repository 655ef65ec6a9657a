// `?`: all keyboard shortcuts, by group.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { type Shortcut, shortcuts, useShortcut } from '../../shared/browser/shortcuts.ts'
import { Modal } from '../../shared/controls/modal.tsx'

export function KeyboardHelp() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  useShortcut({ keys: '?', label: t('app.keys.help'), group: t('app.keys.everywhere'), run: () => setOpen(true) })
  if (!isOpen) return null
  return (
    <Modal title={t('app.keys.title')} onClose={() => setOpen(false)}>
      <ShortcutList />
    </Modal>
  )
}

function ShortcutList() {
  const all = useStore(shortcuts)
  const groups = [...Map.groupBy(all, ({ group }) => group)]
  return groups.map(([group, members]) => (
    <section key={group} className="mb-4 last:mb-0">
      <h3 className="mb-1 text-xs font-semibold text-muted">{group}</h3>
      <dl>
        {members.map((shortcut) => (
          <Row key={shortcut.keys} {...shortcut} />
        ))}
      </dl>
    </section>
  ))
}

const Row = ({ keys, label }: Shortcut) => (
  <div className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-0">
    <dt>{label}</dt>
    <dd className="flex gap-1">
      {keys.split(' ').map((key) => (
        <kbd key={key} className="min-w-6 rounded border border-line bg-sunken px-1.5 text-center font-mono text-xs leading-5">
          {key}
        </kbd>
      ))}
    </dd>
  </div>
)
