// A thread that searches on order, one order after the other.
import { parentPort } from 'node:worker_threads'
import { UnusablePattern } from './match-lines.ts'
import { type ShareOrder, type ShareResult, searchShare } from './search-tree.ts'

export type Answer = ShareResult | 'unusable pattern'

parentPort?.on('message', (order: ShareOrder) => parentPort?.postMessage(answer(order)))

function answer(order: ShareOrder): Answer {
  try {
    return searchShare(order)
  } catch (error) {
    if (error instanceof UnusablePattern) return 'unusable pattern'
    throw error
  }
}
