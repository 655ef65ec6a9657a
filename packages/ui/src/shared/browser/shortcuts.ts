// Keyboard shortcuts: components on the screen register keys, one listener dispatches them. Keys are single letters, or two in
// sequence (`g c`). Nothing happens while the person types, or with a modifier held.
import { useEffect, useRef } from 'react'
import { createStore } from 'zustand/vanilla'

export interface Shortcut {
  readonly keys: string
  /** What it does, in the person's language. */
  readonly label: string
  /** A heading of the help; views name themselves. */
  readonly group: string
  /** Works in an empty text field too. */
  readonly inEmptyField?: boolean
  /** Repeats while the key is held down. */
  readonly repeats?: boolean
  readonly run: () => void
}

const SEQUENCE_MILLISECONDS = 2_000

export const shortcuts = createStore<readonly Shortcut[]>(() => [])

/** Registers keys for as long as the component is on the screen; the newest of two with the same keys wins. */
export function useShortcut({ keys, label, group, repeats = false, inEmptyField = false, run }: Shortcut): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const shortcut: Shortcut = { keys, label, group, repeats, inEmptyField, run: () => latest.current() }
    shortcuts.setState((all) => [...all, shortcut], true)
    return () => shortcuts.setState((all) => all.filter((one) => one !== shortcut), true)
  }, [keys, label, group, repeats, inEmptyField])
}

export function listenToKeys(signal: AbortSignal): void {
  let first: { readonly key: string; readonly at: number } | undefined
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event)) return
    const begun = first && event.timeStamp - first.at < SEQUENCE_MILLISECONDS ? `${first.key} ${event.key}` : undefined
    const found = find(begun) ?? find(event.key)
    first = found ? undefined : { key: event.key, at: event.timeStamp }
    if (!found) return
    event.preventDefault()
    if (!event.repeat || found.repeats) found.run()
  }
  window.addEventListener('keydown', onKey, { signal })
}

/** The shortcut of a letter typed into an empty field, if there is one. */
export const shortcutInEmptyField = (key: string): Shortcut | undefined => {
  const found = find(key)
  return found?.inEmptyField ? found : undefined
}

const find = (keys: string | undefined): Shortcut | undefined => shortcuts.getState().findLast((one) => one.keys === keys)

/** Where a letter is text. The real target may be inside an editor's shadow root; an open dialog has its own keys. */
const TAKES_LETTERS = 'input:not([type=checkbox], [type=radio]), textarea, select, dialog'

function isWriting(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  if (!(target instanceof HTMLElement)) return false
  // These keys press a focused button or link.
  if ((event.key === 'Enter' || event.key === ' ') && target.closest('button, a, summary, input')) return true
  return target.isContentEditable || target.closest(TAKES_LETTERS) !== null
}
