// Checks every line of the command corpora against its verdict, with a sandbox and without.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readPins, sayVerdict } from '../../test/pinned-verdicts.ts'
import { isRefused, type Judgement } from '../risk/index.ts'
import { commandPathOperands, judgeCommand } from './index.ts'

interface Line {
  id: string
  command: unknown
  args: unknown
  expect: 'deny' | 'needs_approval' | 'low_ok'
  also_ok?: string[]
  setup?: { do: string; path: string; target?: string }[]
}

const read = (name: string): Line[] =>
  readFileSync(new URL(`../../corpus/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.replace(/\$\{WS\}/g, '/home/u/ws')) as Line)

const lines = [...read('commands.jsonl'), ...read('own-commands.jsonl')]

function verdictOf(judgement: Judgement) {
  if (isRefused(judgement)) return 'deny'
  return judgement.risk === 'LOW' ? 'low_ok' : 'needs_approval'
}

/** What the runner would report about the links that a line sets up. */
function resolver(line: Line) {
  const links = new Map((line.setup ?? []).map((step) => [step.path, step.target ?? '']))
  return (path: string) => {
    const [first = '', ...rest] = path.split('/')
    const target = links.get(first)
    if (target === undefined) return { path }
    return target.startsWith('/') ? ({ outside: true } as const) : { path: [target, ...rest].join('/') }
  }
}

const judgeLine = (line: Line, isolation: 'sandbox' | 'none') => judgeCommand(line, { isolation, resolve: resolver(line) })
const judge = (line: Line, isolation: 'sandbox' | 'none') => verdictOf(judgeLine(line, isolation))

/** Includes the operands that the runner resolves and uses for hiding. */
const say = (line: Line): string => {
  const operands = commandPathOperands(line).map(({ index, path, use }) => `${use} ${index} ${path}`)
  return [sayVerdict(judgeLine(line, 'sandbox')), ...operands].join(' | ')
}
const pins = readPins('commands', () => lines.map((line) => [line.id, say(line)]))

describe('commands of the corpus', () => {
  it.each(lines.map((line) => [line.id, JSON.stringify([line.command, line.args]).slice(0, 90), line] as const))(
    '%s %s gets its verdict',
    (_id, _call, line) => {
      const accepted = [line.expect, ...(line.also_ok ?? [])]
      // Refusing where the corpus expects a question does little harm: reported below, not failed.
      if (line.expect === 'needs_approval') accepted.push('deny')
      expect(accepted).toContain(judge(line, 'sandbox'))
    },
  )

  it.each(lines.map((line) => [line.id, line] as const))('%s is judged in the words that are pinned', (id, line) => {
    expect(say(line)).toBe(pins.get(id))
  })

  it('refuses what could be asked only in these lines', () => {
    const refused = lines.filter(
      (line) => line.expect === 'needs_approval' && !line.also_ok?.includes('deny') && judge(line, 'sandbox') === 'deny',
    )
    expect(refused.map((line) => line.id)).toEqual([])
  })

  it('lets no command run unasked without a sandbox, and lifts no refusal', () => {
    expect(lines.filter((line) => judge(line, 'none') === 'low_ok').map((line) => line.id)).toEqual([])
    const softer = lines.filter((line) => judge(line, 'sandbox') === 'deny' && judge(line, 'none') !== 'deny')
    expect(softer.map((line) => line.id)).toEqual([])
  })
})
