// A place for an editor inside a shadow root: there its styles are adopted sheets, which the content policy permits, and not
// style elements, which it refuses.
import { type RefObject, useEffect, useRef } from 'react'

export interface Place {
  readonly root: ShadowRoot
  readonly parent: HTMLElement
}

/** `show` puts the editor there and says how to take it away; another `show` is another editor. */
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
