// What every store does, whatever it is made of. Each adapter runs these with a way to open itself empty.
import { describe } from 'vitest'
import type { OpenStore } from './open-store.ts'
import { describeFigures } from './store-figures.behaviour.ts'
import { describeLists } from './store-lists.behaviour.ts'
import { describeLog } from './store-log.behaviour.ts'
import { describeQueries } from './store-queries.behaviour.ts'
import { describeRetries } from './store-retries.behaviour.ts'
import { describeTables } from './store-tables.behaviour.ts'
import { describeTransactions } from './store-transactions.behaviour.ts'

export function describeStore(name: string, open: OpenStore): void {
  describe(`the ${name} store`, () => {
    describeTables(open)
    describeQueries(open)
    describeTransactions(open)
    describeLog(open)
    describeFigures(open)
    describeLists(open)
    describeRetries(open)
  })
}
