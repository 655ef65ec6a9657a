// How long a verdict takes: every command and every shell line of the policy's corpus, judged in this process.
import { readFileSync } from 'node:fs'
import { judgeCommand } from '../../../packages/policy/src/command/index.ts'
import { judgeShellLine } from '../../../packages/policy/src/shell/index.ts'
import { createShellGrammar } from '../../../packages/shell-grammar/src/index.ts'
import type { Figure, Measure } from '../figure.ts'
import type { FigureName } from '../goals.ts'
import { percentile } from '../statistics.ts'

const ROUNDS = 20
const FACTS = { isolation: 'sandbox' } as const

interface CorpusLine {
  readonly command: unknown
  readonly args?: unknown
}

function readCorpus(name: string): CorpusLine[] {
  const text = readFileSync(new URL(`../../../packages/policy/corpus/${name}.jsonl`, import.meta.url), 'utf8')
  const lines = text.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as CorpusLine)
}

interface Timed {
  readonly corpus: string
  readonly judge: (line: CorpusLine) => unknown
  readonly middle: FigureName
  readonly slowest: FigureName
}

function timeAll({ corpus, judge, middle, slowest }: Timed): Figure[] {
  const lines = readCorpus(corpus)
  const once = () =>
    lines.map((line) => {
      const started = performance.now()
      judge(line)
      return (performance.now() - started) * 1000
    })
  for (let warming = 0; warming < 5; warming++) once()
  const microseconds = Array.from({ length: ROUNDS }, once).flat()
  return [
    { name: middle, value: percentile(microseconds, 0.5), note: `${lines.length} lines of ${corpus}.jsonl, ${ROUNDS} times` },
    { name: slowest, value: percentile(microseconds, 0.99) },
  ]
}

export const verdicts: Measure = {
  name: 'verdicts',
  async run() {
    const parse = await createShellGrammar().load()
    return [
      ...timeAll({ corpus: 'commands', judge: (call) => judgeCommand(call as never, FACTS), middle: 'verdictP50', slowest: 'verdictP99' }),
      ...timeAll({
        corpus: 'shell',
        judge: ({ command }) => judgeShellLine(command, { facts: FACTS, parse }),
        middle: 'shellVerdictP50',
        slowest: 'shellVerdictP99',
      }),
    ]
  },
}
