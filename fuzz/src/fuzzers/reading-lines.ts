// reading-lines: shell lines that are judged LOW in the mode `ask` are really run in the sandbox, under strace; they start no program that
// they do not name, write nowhere but in `/tmp`, and open no socket.
import { findHarm, lowLines, openLineScene } from '../../../packages/runner/test/effects/low-lines.ts'
import { detectTestSandbox } from '../../../packages/runner/test/hosts/run-in.ts'
import type { Fuzzer, Session } from '../fuzzer.ts'

const LINES_PER_ROUND = 50

export const readingLines: Fuzzer = {
  name: 'reading-lines',
  cases: 'LOW lines run',
  usualCount: 10_000,
  async open(): Promise<Session> {
    const sandbox = await detectTestSandbox()
    if (sandbox.isolation === 'none') throw new Error(`reading lines cannot be run: ${sandbox.reason}`)
    const scene = await openLineScene(sandbox)
    return {
      async round(seed) {
        const lines = lowLines(scene, LINES_PER_ROUND, seed * 1_000)
        if (lines.length < LINES_PER_ROUND) return { done: 0, failed: { smallest: '', why: 'too few lines are LOW' } }
        const harm = Object.entries(await findHarm(scene, lines)).sort(([one], [other]) => one.length - other.length)
        const [smallest] = harm
        return smallest ? { done: lines.length, failed: { smallest: smallest[0], why: smallest[1].join('\n') } } : { done: lines.length }
      },
      [Symbol.asyncDispose]: async () => scene[Symbol.dispose](),
    }
  },
}
