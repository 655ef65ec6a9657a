// The navigation: on the left, at the bottom on a phone. It always shows how many approvals are pending.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMirror } from '../../connection/project-context.ts'
import { countWaiting } from '../../mirror/state/selectors.ts'
import { goTo, hrefOf, type Route } from '../../shared/browser/route.ts'
import { useShortcut } from '../../shared/browser/shortcuts.ts'
import { VIEW_NAMES, VIEWS, type ViewName } from '../views/views.ts'
import { showCount } from './tab-title.ts'

export function Navigation({ view: current, rest }: Route) {
  const { t } = useTranslation()
  const waiting = useMirror(countWaiting)
  useEffect(() => showCount(waiting), [waiting])
  const conversation = useRef('')
  if (current === 'chat') conversation.current = rest
  return (
    <nav
      aria-label={t('app.navigation')}
      className="order-last flex shrink-0 justify-around gap-1 max-[22rem]:gap-0 overflow-x-auto border-t border-line bg-panel p-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] md:order-none md:w-44 md:flex-col md:justify-start md:border-t-0 md:border-r md:p-2"
    >
      {VIEW_NAMES.map((name) => (
        <Entry
          key={name}
          name={name}
          // Coming back to the chat reopens the last conversation.
          rest={name === 'chat' ? conversation.current : ''}
          isCurrent={name === current}
          count={name === 'approvals' ? waiting : 0}
        />
      ))}
    </nav>
  )
}

interface EntryProps {
  readonly name: ViewName
  readonly rest: string
  readonly isCurrent: boolean
  readonly count: number
}

function Entry({ name, rest, isCurrent, count }: EntryProps) {
  const { t } = useTranslation()
  const { Icon, key } = VIEWS[name]
  const label = t(`app.views.${name}`)
  useShortcut({ keys: `g ${key}`, label: t('app.keys.go', { view: label }), group: t('app.keys.everywhere'), run: () => goTo(name, rest) })
  return (
    <a
      href={hrefOf(name, rest)}
      aria-current={isCurrent ? 'page' : undefined}
      className={`relative flex min-h-11 min-w-11 max-[22rem]:min-w-9 flex-col justify-center items-center gap-0.5 rounded-md px-2 max-[22rem]:px-1 py-1 text-xs font-medium md:min-h-0 md:min-w-0 md:flex-row md:justify-start md:gap-2 md:py-1.5 md:text-sm ${isCurrent ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-sunken hover:text-text'}`}
    >
      <Icon size={18} aria-hidden />
      <span className={isCurrent ? 'max-[22rem]:sr-only' : 'max-[26rem]:sr-only'}>{label}</span>
      {count > 0 && (
        <span className="absolute top-0 right-1 min-w-5 rounded-full bg-high px-1.5 text-center text-xs leading-5 text-panel md:static md:ml-auto">
          <span aria-hidden>{count}</span>
          <span className="sr-only">{t('app.waiting', { count })}</span>
        </span>
      )}
    </a>
  )
}
