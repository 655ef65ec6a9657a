// Whether an element is at least this many pixels wide, as it grows and shrinks.
import { type RefObject, useLayoutEffect, useState } from 'react'

export function useIsWide(element: RefObject<HTMLElement | null>, pixels: number): boolean {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(() => setWide(watched.clientWidth >= pixels))
    setWide(watched.clientWidth >= pixels)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, pixels])
  return isWide
}
