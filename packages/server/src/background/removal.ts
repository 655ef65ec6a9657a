// Removes the data of deleted projects in small steps, at most half of the time, so that other requests go first.
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '@countersign/core'
import { type Repeated, repeat } from './repeat.ts'

const LOOK_MILLISECONDS = 1_000

export function startRemoval({ pruneDeleted, onDefect }: Pick<Engine, 'pruneDeleted' | 'onDefect'>): Repeated {
  const stopping = new AbortController()
  const work = async () => {
    while (!stopping.signal.aborted) {
      const started = performance.now()
      if (!(await pruneDeleted())) return
      await pause(performance.now() - started, undefined, { ref: false })
    }
  }
  const { stop } = repeat({ work, pauseMilliseconds: LOOK_MILLISECONDS, onError: (error) => onDefect(error, 'removal') })
  return {
    stop: () => {
      stopping.abort()
      return stop()
    },
  }
}
