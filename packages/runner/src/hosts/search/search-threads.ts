// The threads that search. A few are kept for the next search, and end by themselves when none comes; one that is busy when its
// time is up is ended in the middle of whatever it does.
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Failure } from '@countersign/protocol'
import type { ShareOrder, ShareResult } from './search-tree.ts'
import type { Answer } from './search-worker.ts'

const TOO_MUCH = 'query: the pattern is too large once its repetitions are written out; use fewer or smaller ones'
const IDLE_MILLISECONDS = 60_000

export const THREADS = Math.min(4, availableParallelism())

export interface SearchThreads extends Disposable {
  /** Rejects with the reason of the signal when that aborts. */
  ask(order: ShareOrder, signal: AbortSignal): Promise<ShareResult>
}

interface IdleThread {
  readonly worker: Worker
  readonly timer: NodeJS.Timeout
}

/** `file` is search-worker.ts, or what it was built into. */
export function createSearchThreads(file: URL): SearchThreads {
  const idle: IdleThread[] = []

  function take(order: ShareOrder): Worker {
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

  return {
    async ask(order, signal) {
      signal.throwIfAborted()
      const worker = take(order)
      try {
        const [answer] = (await once(worker, 'message', { signal })) as [Answer]
        if (answer === 'unusable pattern') throw new Failure('INVALID_ARGUMENTS', { subject: TOO_MUCH })
        keep(worker)
        return answer
      } catch (error) {
        await worker.terminate()
        throw signal.aborted ? signal.reason : error
      }
    },
    [Symbol.dispose]() {
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer)
        void worker.terminate()
      }
    },
  }
}

/** Aborts with TIMEOUT when the time is up, with CANCELLED when the call is stopped. */
export function limitTime(seconds: number, stopped: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const subject = `the search took more than ${seconds} s; search in a folder or by a pattern, or for something simpler`
  const timer = setTimeout(() => controller.abort(new Failure('TIMEOUT', { subject })), seconds * 1000)
  const stop = () => controller.abort(new Failure('CANCELLED'))
  if (stopped.aborted) stop()
  stopped.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer)
      // Whatever is still under way after a failure ends with it.
      controller.abort()
      stopped.removeEventListener('abort', stop)
    },
  }
}
