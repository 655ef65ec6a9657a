// Loaded before the program in every measured process: reports its memory after a garbage collection, its processor time, and the longest
// time in which it was blocked.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { answerQuestions } from './answers.ts'

export interface Memory {
  readonly residentBytes: number
  readonly heapBytes: number
}

/**
 * The thorough collection returns what the collector has reserved, in steps of megabytes. Memory freed by finalizers is collected by the
 * next one.
 */
async function collect(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function memory(): Memory {
  const { rss, heapUsed, external } = process.memoryUsage()
  return { residentBytes: rss, heapBytes: heapUsed + external }
}

function processorMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

const loop = monitorEventLoopDelay({ resolution: 5 })

if (process.send) {
  answerQuestions({
    watchLoop: () => {
      loop.reset()
      loop.enable()
    },
    longestStandstill: () => {
      loop.disable()
      return loop.max / 1_000_000
    },
    memory,
    memoryCollected: async () => {
      await collect()
      return memory()
    },
    processor: processorMicroseconds,
  })
  // The channel alone must not keep a program alive that has nothing else to do.
  process.channel?.unref()
}
