// The views of the page, in the order of the navigation. Chat and approvals come with the page; the others are loaded on first
// use.
import {
  ChartColumn,
  FolderTree,
  KeyRound,
  type LucideIcon,
  MessageSquare,
  ScrollText,
  ShieldQuestionMark,
  SquareTerminal,
} from 'lucide-react'
import { ApprovalsView } from '../../approvals/approvals-view.tsx'
import { ChatView } from '../../chat/chat-view.tsx'
import { type LazyView, lazyView } from './lazy-view.ts'

export interface View extends LazyView {
  readonly Icon: LucideIcon
  /** The second key of `g …`. */
  readonly key: string
}

/** Named as in the address; the translations are `app.views.<name>`. */
export const VIEWS = {
  chat: { Icon: MessageSquare, key: 'c', component: () => ChatView, renew: () => undefined },
  approvals: { Icon: ShieldQuestionMark, key: 'a', component: () => ApprovalsView, renew: () => undefined },
  files: {
    Icon: FolderTree,
    key: 'f',
    ...lazyView('FilesView', () => import('../../files/files-view.tsx')),
  },
  processes: {
    Icon: SquareTerminal,
    key: 'p',
    ...lazyView('ProcessesView', () => import('../../processes/processes-view.tsx')),
  },
  history: {
    Icon: ScrollText,
    key: 'h',
    ...lazyView('HistoryView', () => import('../../history/history-view.tsx')),
  },
  grants: {
    Icon: KeyRound,
    key: 'g',
    ...lazyView('GrantsView', () => import('../../grants/grants-view.tsx')),
  },
  overview: {
    Icon: ChartColumn,
    key: 'o',
    ...lazyView('OverviewView', () => import('../../overview/overview-view.tsx')),
  },
} as const satisfies Record<string, View>

export type ViewName = keyof typeof VIEWS

export const VIEW_NAMES = Object.keys(VIEWS) as readonly ViewName[]

export const isViewName = (name: string): name is ViewName => Object.hasOwn(VIEWS, name)
