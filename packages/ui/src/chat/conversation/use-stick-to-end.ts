// Keeps a list at its end while somebody reads there. Who scrolls up leaves the end; who comes back to it, or asks for it, stays.
import { useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'

/** Nearer to the end than this counts as reading along. */
const NEAR_END_PIXELS = 80

export function useStickToEnd() {
  const list = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const isStuck = useRef(true)
  const lastOffset = useRef(0)
  const [isAtEnd, setAtEnd] = useState(true)
  const stick = (to: boolean) => {
    isStuck.current = to
    setAtEnd(to)
  }
  const toEnd = () => {
    const box = scroller.current
    if (!box) return
    box.scrollTop = box.scrollHeight
    // Lines that turn out shorter pull the end back: that is nobody's going back.
    lastOffset.current = box.scrollTop
  }
  const onScroll = (offset: number) => {
    const { scrollSize = 0, viewportSize = 0 } = list.current ?? {}
    const isNear = scrollSize - viewportSize - offset < NEAR_END_PIXELS
    // Lines that turn out longer than was thought move the end away; only going back leaves it.
    if (isNear) stick(true)
    else if (offset < lastOffset.current) stick(false)
    lastOffset.current = offset
  }
  // A new line has a size as soon as it is drawn: there is no other moment at which the end moves.
  const onResize = () => {
    if (isStuck.current) toEnd()
  }
  const goToEnd = () => {
    stick(true)
    toEnd()
  }
  return { list, scroller, isAtEnd, onScroll, onResize, goToEnd }
}
