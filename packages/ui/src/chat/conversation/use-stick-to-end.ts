// Keeps a list at its end while the person reads there. Scrolling back leaves the end; reaching it again, or asking for it, stays.
// Lines are measured when they are drawn, and every measurement may move the list, so it is scrolled to the end again each time.
import { useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { useGoingBack } from './use-going-back.ts'

/** Closer to the end than this counts as being at the end. */
const NEAR_END_PIXELS = 80
/** After so many attempts in a row without reaching the end, something else moves the list, and it is left alone. */
const MAX_TRIES = 200

export function useStickToEnd() {
  const list = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const isStuck = useRef(true)
  const lastOffset = useRef(0)
  const tries = useRef(0)
  const [isAtEnd, setAtEnd] = useState(true)
  const { isGoingBack, forget, handlers } = useGoingBack()
  const stick = (to: boolean) => {
    isStuck.current = to
    tries.current = 0
    setAtEnd(to)
  }
  const toEnd = () => {
    const box = scroller.current
    if (!box || !isStuck.current) return
    box.scrollTop = box.scrollHeight
    lastOffset.current = box.scrollTop
  }
  const tryAgain = () => {
    tries.current += 1
    if (tries.current > MAX_TRIES) stick(false)
    else requestAnimationFrame(toEnd)
  }
  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    const isBack = box.scrollTop < lastOffset.current
    const isNear = box.scrollHeight - box.clientHeight - box.scrollTop < NEAR_END_PIXELS
    lastOffset.current = box.scrollTop
    if (isNear) {
      if (!isBack) forget()
      stick(true)
    } else if (isBack && isGoingBack()) stick(false)
    else if (isStuck.current) tryAgain()
  }
  useFollowSize(scroller, toEnd)
  const goToEnd = () => {
    forget()
    stick(true)
    toEnd()
  }
  return { list, scroller, isAtEnd, onScroll, onResize: toEnd, goToEnd, handlers }
}

/** After each layout that changes the height of the list or of its window. */
function useFollowSize(scroller: { readonly current: HTMLDivElement | null }, onSize: () => void): void {
  const latest = useRef(onSize)
  latest.current = onSize
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const observer = new ResizeObserver(() => latest.current())
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    return () => observer.disconnect()
  }, [scroller])
}
