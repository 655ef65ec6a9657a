// A thread that searches and lists on order, one order after the other.
import { parentPort } from 'node:worker_threads'
import type { Listing } from '@countersign/tools'
import { type ListOrder, listOnOrder, type SentFailure } from './list-order.ts'
import { UnusablePattern } from './match-lines.ts'
import { type ShareOrder, type ShareResult, searchShare } from './search-tree.ts'

export type Order = { readonly search: ShareOrder } | { readonly list: ListOrder }
export type SearchAnswer = ShareResult | 'unusable pattern'
export type ListAnswer = Listing | SentFailure

parentPort?.on('message', (order: Order) => parentPort?.postMessage('list' in order ? listOnOrder(order.list) : search(order.search)))

function search(order: ShareOrder): SearchAnswer {
  try {
    return searchShare(order)
  } catch (error) {
    if (error instanceof UnusablePattern) return 'unusable pattern'
    throw error
  }
}
