// A store whose every transaction is run twice: the first run is taken back, as a database does where two transactions collide.
import type { Store } from '../src/index.ts'

export function createRetryingStore(store: Store): Store {
  const takenBack = new Error('taken back, to be run again')
  return {
    transact: async (work) => {
      const first = store.transact(async (tx) => {
        await work(tx)
        throw takenBack
      })
      await first.catch((error: unknown) => {
        if (error !== takenBack) throw error
      })
      return store.transact(work)
    },
    read: (look) => store.read(look),
    prune: () => store.prune(),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
