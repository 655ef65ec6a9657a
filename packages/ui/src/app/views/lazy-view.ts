// A view that is loaded when somebody goes there. React remembers one that could not be loaded, and most browsers remember that its
// file could not be read, both for as long as the page is open: so the next attempt is a new one, under another address.
import { type ComponentType, lazy } from 'react'

export interface ViewProps {
  /** What follows the view in the address, decoded. */
  readonly rest: string
}

type View = ComponentType<ViewProps>
type Load<Name extends string> = () => Promise<Readonly<Record<Name, View>>>

export interface LazyView {
  component(): View
  /** After a failure: the next time it is shown it is loaded anew. */
  renew(error: unknown): void
}

/** `name` is what its file calls the view. */
export function lazyView<Name extends string>(name: Name, load: Load<Name>): LazyView {
  const begin = (attempt: Load<Name>) => lazy<View>(async () => ({ default: (await attempt())[name] }))
  let current = begin(load)
  let attempts = 0
  return {
    component: () => current,
    renew: (error) => {
      const address = addressIn(error)
      current = begin(address ? () => import(/* @vite-ignore */ `${address}?attempt=${++attempts}`) : load)
    },
  }
}

/** Of the file that could not be read: where a browser tells it, the message ends with it. */
function addressIn(error: unknown): string | undefined {
  const address = error instanceof Error ? /https?:\S+$/.exec(error.message)?.[0] : undefined
  return address?.startsWith(`${location.origin}/`) ? address.replace(/\?.*$/, '') : undefined
}
