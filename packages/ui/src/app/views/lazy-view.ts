// A view that is loaded on first use. React and most browsers remember a failed load for as long as the page is open, so each retry
// is a new component under a new address.
import { type ComponentType, lazy } from 'react'

export interface ViewProps {
  /** What follows the view in the address, decoded. */
  readonly rest: string
}

type View = ComponentType<ViewProps>
type Load<Name extends string> = () => Promise<Readonly<Record<Name, View>>>

export interface LazyView {
  component(): View
  /** After a failure: the view is loaded again the next time it is shown. */
  renew(error: unknown): void
}

/** `name` is the exported name of the view in its file. */
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

/** The address of the file that could not be loaded; some browsers end the message with it. */
function addressIn(error: unknown): string | undefined {
  const address = error instanceof Error ? /https?:\S+$/.exec(error.message)?.[0] : undefined
  return address?.startsWith(`${location.origin}/`) ? address.replace(/\?.*$/, '') : undefined
}
