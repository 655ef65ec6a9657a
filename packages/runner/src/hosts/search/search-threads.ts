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

interface IdleThread {
  readonly worker: Worker
  readonly timer: NodeJS.Timeout
}

const idle: IdleThread[] = []

/** Rejects with the reason of the signal when that aborts. */
export async function askThread(order: ShareOrder, signal: AbortSignal): Promise<ShareResult> {
  signal.throwIfAborted()
  const worker = takeThread()
  try {
    const [answer] = (await once(worker, 'message', { signal })) as [Answer]
    if (answer === 'unusable pattern') throw new Failure('INVALID_ARGUMENTS', { subject: TOO_MUCH })
    keepThread(worker)
    return answer
  } catch (error) {
    await worker.terminate()
    throw signal.aborted ? signal.reason : error
  }

  function takeThread(): Worker {
    const kept = idle.pop()
    clearTimeout(kept?.timer)
    const taken = kept?.worker ?? new Worker(new URL('./search-worker.ts', import.meta.url))
    taken.ref()
    taken.postMessage(order)
    return taken
  }
}

function keepThread(worker: Worker): void {
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
