// shell: for accepted lines, our words are those that a real bash passes to its programs.
import { acceptedLines } from '../../../packages/policy/test/shell-lines.ts'
import { findDifferences } from '../../../packages/policy/test/shell-recorder.ts'
import { findSmallest } from '../../../packages/policy/test/smallest-line.ts'
import { createShellGrammar } from '../../../packages/shell-grammar/src/index.ts'
import type { Fuzzer, Round } from '../fuzzer.ts'

const LINES_PER_ROUND = 2_000

export const shell: Fuzzer = {
  name: 'shell',
  cases: 'shell lines',
  usualCount: 1_000_000,
  async open() {
    const parse = await createShellGrammar().load()
    const round = async (seed: number): Promise<Round> => {
      const lines = acceptedLines(seed, LINES_PER_ROUND, parse)
      const [difference] = await findDifferences(lines)
      if (!difference) return { done: lines.length }
      const { line, ours, theirs } = await findSmallest(difference, parse)
      return { done: lines.length, failed: { smallest: JSON.stringify(line), why: `ours ${ours.join(' ')}, of bash ${theirs.join(' ')}` } }
    }
    return { round, [Symbol.asyncDispose]: async () => undefined }
  },
}
