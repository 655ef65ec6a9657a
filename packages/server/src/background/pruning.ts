// Removes raw bodies and full outputs some time after their calls have ended. The records stay.
import type { Engine } from '@countersign/core'
import { type Repeated, repeat } from './repeat.ts'

const LOOK_MILLISECONDS = 60 * 60 * 1000
const FIRST_MILLISECONDS = 60_000
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

export interface Prunable {
  prune(olderThan: Date): Promise<number>
}

export const startPruning = ({ clock, onDefect }: Pick<Engine, 'clock' | 'onDefect'>, kept: readonly Prunable[], days: number): Repeated =>
  repeat({
    work: async () => {
      for (const files of kept) await files.prune(new Date(clock.now() - days * DAY_MILLISECONDS))
    },
    pauseMilliseconds: LOOK_MILLISECONDS,
    firstAfterMilliseconds: FIRST_MILLISECONDS,
    onError: (error) => onDefect(error, 'pruning'),
  })
