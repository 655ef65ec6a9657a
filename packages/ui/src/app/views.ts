// The views of the page, in the order of the navigation. Chat and approvals come with the page; every other one is loaded when
// somebody goes there: `lazy(() => import('../files/files-view.tsx'))`.
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
import { type ComponentType, lazy } from 'react'
import { ApprovalsView } from '../approvals/approvals-view.tsx'
import { ChatView } from '../chat/chat-view.tsx'

export interface ViewProps {
  /** What follows the view in the address, decoded. */
  readonly rest: string
}

export interface View {
  readonly Icon: LucideIcon
  /** The second key of `g …`. */
  readonly key: string
  readonly Component: ComponentType<ViewProps>
}

/** Named as in the address; its words are `app.views.<name>`. */
export const VIEWS = {
  chat: { Icon: MessageSquare, key: 'c', Component: ChatView },
  approvals: { Icon: ShieldQuestionMark, key: 'a', Component: ApprovalsView },
  files: {
    Icon: FolderTree,
    key: 'f',
    Component: lazy(() => import('../files/files-view.tsx').then(({ FilesView }) => ({ default: FilesView }))),
  },
  processes: {
    Icon: SquareTerminal,
    key: 'p',
    Component: lazy(() => import('../processes/processes-view.tsx').then(({ ProcessesView }) => ({ default: ProcessesView }))),
  },
  history: {
    Icon: ScrollText,
    key: 'h',
    Component: lazy(() => import('../history/history-view.tsx').then(({ HistoryView }) => ({ default: HistoryView }))),
  },
  grants: {
    Icon: KeyRound,
    key: 'g',
    Component: lazy(() => import('../grants/grants-view.tsx').then(({ GrantsView }) => ({ default: GrantsView }))),
  },
  overview: {
    Icon: ChartColumn,
    key: 'o',
    Component: lazy(() => import('../overview/overview-view.tsx').then(({ OverviewView }) => ({ default: OverviewView }))),
  },
} as const satisfies Record<string, View>

export type ViewName = keyof typeof VIEWS

export const VIEW_NAMES = Object.keys(VIEWS) as readonly ViewName[]

export const isViewName = (name: string): name is ViewName => Object.hasOwn(VIEWS, name)
