// The diff mode chosen in this browser: inline, or side by side where there is room.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const KEY = 'countersign.diff'

export type DiffMode = 'inline' | 'side'

const mode = createStore<DiffMode>(() => (localStorage.getItem(KEY) === 'side' ? 'side' : 'inline'))

export const useDiffMode = (): DiffMode => useStore(mode)

export function chooseDiffMode(chosen: DiffMode): void {
  localStorage.setItem(KEY, chosen)
  mode.setState(chosen, true)
}
