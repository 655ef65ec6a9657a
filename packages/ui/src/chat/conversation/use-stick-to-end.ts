// Keeps a list at its end while somebody reads there. Who scrolls up leaves the end; who comes back to it, or asks for it, stays.
import { useEffect, useRef, useState } from 'react'
import type { VListHandle } from 'virtua'

/** Nearer to the end than this counts as reading along. */
const NEAR_END_PIXELS = 80

export function useStickToEnd(count: number) {
  const list = useRef<VListHandle>(null)
  const isStuck = useRef(true)
  const lastOffset = useRef(0)
  const [isAtEnd, setAtEnd] = useState(true)
  const stick = (to: boolean) => {
    isStuck.current = to
    setAtEnd(to)
  }
  const toEnd = () => list.current?.scrollToIndex(count, { align: 'end' })
  const follow = () => {
    if (isStuck.current) toEnd()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one more line moves the end
  useEffect(follow, [count])
  const onScroll = (offset: number) => {
    const { scrollSize = 0, viewportSize = 0 } = list.current ?? {}
    const isNear = scrollSize - viewportSize - offset < NEAR_END_PIXELS
    // Lines that turn out longer than was thought move the end away; only going back leaves it.
    if (isNear) stick(true)
    else if (offset < lastOffset.current) stick(false)
    lastOffset.current = offset
  }
  const goToEnd = () => {
    stick(true)
    toEnd()
  }
  return { list, isAtEnd, onScroll, onResize: follow, goToEnd }
}
