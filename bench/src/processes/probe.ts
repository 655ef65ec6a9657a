// Loaded before the program in every measured process: tells its memory after a collection, and its processor time.
import { answerQuestions } from './answers.ts'

export interface Memory {
  readonly residentBytes: number
  readonly heapBytes: number
}

/** The thorough kind gives back what the collector has reserved, which comes in steps of megabytes. Finalizers free to the next. */
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

if (process.send) {
  answerQuestions({
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
