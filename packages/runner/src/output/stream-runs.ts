// Which stream each part of an output came from. Only while its process lives: after a new start what is left counts as stdout.
import type { OutputName } from './gather-output.ts'

export interface StreamRuns {
  note(offset: number, stream: OutputName): void
  at(offset: number): OutputName
  /** Where another stream goes on. */
  endOf(offset: number): number
}

/** Beyond that the oldest are forgotten: they only colour what is shown. */
const MAX_RUNS = 10_000

export function createStreamRuns(): StreamRuns {
  const runs: { readonly start: number; readonly stream: OutputName }[] = []
  return {
    note(start, stream) {
      if (runs.at(-1)?.stream === stream) return
      runs.push({ start, stream })
      if (runs.length > MAX_RUNS) runs.splice(0, MAX_RUNS / 2)
    },
    at: (offset) => runs.findLast(({ start }) => start <= offset)?.stream ?? 'stdout',
    endOf: (offset) => runs.find(({ start }) => start > offset)?.start ?? Infinity,
  }
}
