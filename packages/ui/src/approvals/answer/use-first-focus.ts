// Focuses the safe answer when a card opens, unless the person is typing.
import { type RefObject, useEffect, useRef } from 'react'

/** Again whenever `place` changes. */
export function useFirstFocus(isWanted: boolean, place: string): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is why it happens again
  useEffect(() => {
    const isKept = button.current?.closest('[data-keeps-focus]') != null
    if (isWanted && !isKept && isFree(document.activeElement)) button.current?.focus({ preventScroll: true })
  }, [isWanted, place])
  return button
}

const TEXT = 'input:not([type=checkbox], [type=radio]), textarea, select'

/** The focus is nowhere, or on a link or button that led here; it is never taken from a text field. */
const isFree = (active: Element | null): boolean =>
  active === null || active === document.body || (active.closest('nav, main') !== null && !active.matches(TEXT))
