// An editor inside a shadow root: there its styles are adopted sheets, which the content policy permits, instead of style elements,
// which it refuses.
import { type RefObject, useEffect, useRef } from 'react'

export interface Place {
  readonly root: ShadowRoot
  readonly parent: HTMLElement
}

/** `show` mounts the editor and returns its cleanup; a new `show` mounts a new editor. */
export function useShadowEditor(show: (place: Place) => () => void): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const parent = document.createElement('div')
    parent.style.height = '100%'
    root.append(parent)
    const remove = show({ root, parent })
    return () => {
      remove()
      parent.remove()
    }
  }, [show])
  return host
}
