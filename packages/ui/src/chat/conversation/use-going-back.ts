// Whether a person has begun to go back in a list: by wheel, finger, key, scroll bar, or a search of the browser. A list that is
// measured late moves by itself, too; only what a person does leaves its end.
import { type KeyboardEvent, useEffect, useMemo, useRef, type WheelEvent } from 'react'

const KEYS_BACK: readonly string[] = ['ArrowUp', 'PageUp', 'Home', 'Tab']

type Keys = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

const goesBack = ({ key, shiftKey }: Keys): boolean => KEYS_BACK.includes(key) || (key === ' ' && shiftKey)

/** The browser shows what it finds without any other sign. */
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
    // The end of dragging a scroll bar is told by nothing else.
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
