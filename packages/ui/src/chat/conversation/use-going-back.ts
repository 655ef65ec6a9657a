// Whether the person scrolls back in a list: by wheel, touch, key, scroll bar, or the browser's search. A list also moves by itself
// when rows are measured late; only the person's own scrolling leaves the end.
import { type KeyboardEvent, useEffect, useMemo, useRef, type WheelEvent } from 'react'

const KEYS_BACK: readonly string[] = ['ArrowUp', 'PageUp', 'Home', 'Tab']

type Keys = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

const goesBack = ({ key, shiftKey }: Keys): boolean => KEYS_BACK.includes(key) || (key === ' ' && shiftKey)

/** The browser's search scrolls without any other event. */
const searches = ({ key, ctrlKey, metaKey }: Keys): boolean => key === 'F3' || ((ctrlKey || metaKey) && (key === 'f' || key === 'g'))

export function useGoingBack() {
  const hasBegun = useRef(false)
  const isHeld = useRef(false)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const release = () => {
      isHeld.current = false
    }
    addEventListener('pointerup', release, { signal })
    addEventListener('pointercancel', release, { signal })
    // No other event reports the end of dragging a scroll bar.
    addEventListener('pointermove', ({ buttons }) => buttons === 0 && release(), { signal })
    addEventListener(
      'keydown',
      (event) => {
        if (searches(event)) hasBegun.current = true
      },
      { signal },
    )
    return () => leaving.abort()
  }, [])
  return useMemo(
    () => ({
      isGoingBack: () => hasBegun.current || isHeld.current,
      forget: () => {
        hasBegun.current = false
      },
      handlers: {
        onWheel: ({ deltaY }: WheelEvent) => {
          if (deltaY < 0) hasBegun.current = true
        },
        onTouchMove: () => {
          hasBegun.current = true
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (goesBack(event)) hasBegun.current = true
        },
        onPointerDown: () => {
          isHeld.current = true
        },
      },
    }),
    [],
  )
}
