// The approval queue in this window: which question is open, which are selected, what was written so far. Answers are stored on
// the server; this is only their preparation, and it stays while the person is in another view.
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { createStore } from 'zustand/vanilla'
import type { ShownError } from '../../sentences/use-error-text.ts'
import type { Form } from '../../sentences/use-render-sentence.ts'
import { type Draft, EMPTY_DRAFT } from './draft.ts'

export interface BatchResult {
  readonly id: string
  readonly tool_name: string
  readonly description: string
  readonly description_form?: Form
  readonly answer: 'approved' | 'rejected'
  /** Undefined if it was accepted. */
  readonly error?: ShownError | undefined
}

export interface ApprovalQueueState {
  readonly current: string | undefined
  /** The current card is closed for now, to see the list. */
  readonly isFolded: boolean
  readonly selected: ReadonlySet<string>
  readonly drafts: ReadonlyMap<string, Draft>
  readonly sending: ReadonlySet<string>
  readonly problems: ReadonlyMap<string, ShownError>
  /** Answered from this window. */
  readonly mine: ReadonlySet<string>
  readonly results: readonly BatchResult[]
}

/** How many answered ids are remembered, to say why they are gone. */
const MAX_MINE = 200

export const approvalQueue = createStore<ApprovalQueueState>(() => ({
  current: undefined,
  isFolded: false,
  selected: new Set(),
  drafts: new Map(),
  sending: new Set(),
  problems: new Map(),
  mine: new Set(),
  results: [],
}))

export const useApprovalQueue = <T>(select: (state: ApprovalQueueState) => T): T => useStore(approvalQueue, useShallow(select))

export const useDraft = (id: string): Draft => useStore(approvalQueue, ({ drafts }) => drafts.get(id) ?? EMPTY_DRAFT)

/** While some are selected, letter keys answer those and not the open card. */
export const useIsAlone = (): boolean => useStore(approvalQueue, ({ selected }) => selected.size === 0)

export function changeDraft(id: string, change: Partial<Draft>): void {
  approvalQueue.setState(({ drafts }) => ({ drafts: new Map(drafts).set(id, { ...(drafts.get(id) ?? EMPTY_DRAFT), ...change }) }))
}

export const openCard = (id: string): void => approvalQueue.setState({ current: id, isFolded: false })

export function toggleSelected(id: string): void {
  approvalQueue.setState(({ selected }) => ({ selected: selected.has(id) ? without(selected, id) : new Set(selected).add(id) }))
}

export const select = (ids: Iterable<string>): void => approvalQueue.setState({ selected: new Set(ids) })

/** Forgets what no longer waits; what became of it is in the mirror. */
export function dropSettled(waiting: ReadonlySet<string>): void {
  const keep = <V>(map: ReadonlyMap<string, V>) => new Map([...map].filter(([id]) => waiting.has(id)))
  approvalQueue.setState(({ drafts, mine, problems, selected, sending }) => ({
    mine: new Set([...mine].slice(-MAX_MINE)),
    drafts: keep(drafts),
    problems: keep(problems),
    selected: selected.intersection(waiting),
    sending: sending.intersection(waiting),
  }))
}

const without = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => new Set([...ids].filter((one) => one !== id))
