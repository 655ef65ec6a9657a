// Leaving the open project: signing out, another project, another link. If unsaved text would be lost, the person is asked first.
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Leaving {
  /** Paths of files with unsaved text. */
  readonly unsaved: StoreApi<readonly string[]>
  /** What to do once the person agrees. */
  readonly wanted: StoreApi<(() => void) | undefined>
  leave(go: () => void): void
}

export function createLeaving(): Leaving {
  const unsaved = createStore<readonly string[]>(() => [])
  const wanted = createStore<(() => void) | undefined>(() => undefined)
  return {
    unsaved,
    wanted,
    leave: (go) => {
      if (unsaved.getState().length === 0) go()
      else wanted.setState(() => go, true)
    },
  }
}
