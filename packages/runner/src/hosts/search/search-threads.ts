// The threads that search and list. A few are kept for the next order, and end by themselves when none comes; one that is busy when its
// time is up is ended in the middle of whatever it does.
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Failure, sentence } from '@countersign/protocol'
import type { ListOrder } from './list-order.ts'
import type { ShareOrder, ShareResult } from './search-tree.ts'
import type { ListAnswer, Order, SearchAnswer } from './search-worker.ts'

const TOO_MUCH = sentence('problem.query', { why: sentence('problem.query-too-large') })
const IDLE_MILLISECONDS = 60_000

export const THREADS = Math.min(4, availableParallelism())

export interface SearchThreads extends Disposable {
  /** Rejects with the reason of the signal when that aborts. */
  ask(order: ShareOrder, signal: AbortSignal): Promise<ShareResult>
  /** The same. */
  list(order: ListOrder, signal: AbortSignal): Promise<ListAnswer>
}

interface IdleThread {
  readonly worker: Worker
  readonly timer: NodeJS.Timeout
}

/** `file` is search-worker.ts, or what it was built into. */
export function createSearchThreads(file: URL): SearchThreads {
  const idle: IdleThread[] = []

  function take(order: Order): Worker {
    const kept = idle.pop()
    clearTimeout(kept?.timer)
    const worker = kept?.worker ?? new Worker(file)
    worker.ref()
    worker.postMessage(order)
    return worker
  }

  function keep(worker: Worker): void {
    if (idle.length >= THREADS) {
      void worker.terminate()
      return
    }
    worker.unref()
    const end = () => {
      idle.splice(idle.indexOf(kept), 1)
      void worker.terminate()
    }
    const kept: IdleThread = { worker, timer: setTimeout(end, IDLE_MILLISECONDS).unref() }
    idle.push(kept)
  }

  /** What it takes the thread to answer, or the thread's end. */
  async function carryOut(order: Order, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted()
    const worker = take(order)
    try {
      const [answer] = await once(worker, 'message', { signal })
      keep(worker)
      return answer
    } catch (error) {
      await worker.terminate()
      throw signal.aborted ? signal.reason : error
    }
  }

  return {
    async ask(search, signal) {
      const answer = (await carryOut({ search }, signal)) as SearchAnswer
      if (answer === 'unusable pattern') throw new Failure('INVALID_ARGUMENTS', { subject: TOO_MUCH })
      return answer
    },
    list: async (list, signal) => (await carryOut({ list }, signal)) as ListAnswer,
    [Symbol.dispose]() {
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer)
        void worker.terminate()
      }
    },
  }
}
