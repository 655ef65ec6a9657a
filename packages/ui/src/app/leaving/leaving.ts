// Leaving what is open: signing out, another project, another link. Text that was not saved would be lost with it, so the person
// is asked first; where nothing would be lost, one just goes.
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Leaving {
  /** Paths of files with text that was not saved. */
  readonly unsaved: StoreApi<readonly string[]>
  /** What waits for the person to agree. */
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
