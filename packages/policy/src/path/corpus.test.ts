// Every line of the path corpora, judged by its text alone. Cases that need a disk or a race are in the runner's tests.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readPins, sayVerdict } from '../../test/pinned-verdicts.ts'
import { isRefused, type Judgement } from '../risk/index.ts'
import { judgePathUse } from './index.ts'

interface Line {
  id: string
  group: string
  path: unknown
  expect: string
  contested?: boolean
  also_ok?: string[]
  op?: 'read' | 'write'
  setup?: { do: string }[]
  race?: string
}

const read = (name: string): Line[] =>
  readFileSync(new URL(`../../corpus/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.replace(/\$\{WS\}/g, '/home/u/ws')) as Line)

const lines = [...read('paths.jsonl'), ...read('own-paths.jsonl')]
const KINDS: Record<string, string> = { PATH_OUTSIDE_WORKSPACE: 'outside', SENSITIVE_FILE: 'sensitive' }
const kindOf = (judgement: Judgement) => (isRefused(judgement) ? (KINDS[judgement.refusal.code] ?? 'invalid') : 'inside')
const accepted = (line: Line) => [line.expect, ...(line.also_ok ?? [])]
/** Links, pipes and sockets are created by the setup: their paths alone say nothing. */
const needsDisk = (line: Line) =>
  line.race !== undefined || (line.setup ?? []).some((step) => ['symlink', 'hardlink', 'fifo', 'socket'].includes(step.do))
const judge = (line: Line) => judgePathUse(line.path, line.op ?? 'read', { isolation: 'sandbox' })
const verdict = (line: Line) => kindOf(judge(line))
const say = (line: Line): string => sayVerdict(judge(line))
const pins = readPins('paths', () => lines.map((line) => [line.id, say(line)]))

describe('paths of the corpus', () => {
  const byWords = lines.filter((line) => !needsDisk(line))

  it.each(byWords.map((line) => [line.id, JSON.stringify(line.path)?.slice(0, 60), line] as const))(
    '%s %s gets its verdict',
    (_id, _path, line) => {
      expect(accepted(line)).toContain(verdict(line))
    },
  )

  it.each(lines.map((line) => [line.id, line] as const))('%s is judged in the words that are pinned', (id, line) => {
    expect(say(line)).toBe(pins.get(id))
  })

  it('leaves exactly the lines that need a disk to the runner', () => {
    expect(lines.filter(needsDisk).every((line) => line.group === 'symlink')).toBe(true)
    expect(lines.filter(needsDisk)).toHaveLength(17)
  })

  it('never lets a line pass by words that must be refused by words', () => {
    const passed = byWords.filter((line) => !accepted(line).includes('inside') && verdict(line) === 'inside')
    expect(passed.map((line) => line.id)).toEqual([])
  })
})
