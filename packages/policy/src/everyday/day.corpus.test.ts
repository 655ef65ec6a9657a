// What agents run in a day (corpus/day.jsonl): in `rehearse` reading runs at once, work on the workspace runs in a layer, the rest is asked, and
// only what must never run is refused. In `ask` the same, with a question where `rehearse` has the layer.
import { readFileSync } from 'node:fs'
import type { Mode } from '@countersign/protocol'
import { createShellGrammar } from '@countersign/shell-grammar'
import { describe, expect, test } from 'vitest'
import { judgeShellLine } from '../modes/judge-by-mode.ts'
import { findToolchains } from '../programs/toolchains.ts'
import { isRefused, needsOf } from '../risk/index.ts'

interface Line {
  readonly id: string
  readonly command: string
  readonly class: 'read' | 'rehearse' | 'net' | 'host' | 'never'
  readonly weight: number
  readonly also_ok?: string
  readonly files?: Readonly<Record<string, string>>
}

const ROOT = '/home/dev/ws'
const parse = await createShellGrammar().load()
const lines = readFileSync(new URL('../../corpus/day.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: stands for the root in the data
  .map((line) => JSON.parse(line.replaceAll('${WS}', ROOT)) as Line)

function decide({ command, files = {} }: Line, mode: Mode): 'deny' | 'ask' | 'allow' | 'rehearse' {
  const toolchains = findToolchains(Object.keys(files))
  const judgement = judgeShellLine(command, {
    facts: { mode, isolation: 'sandbox', roots: [ROOT], toolchains, secretsInGit: 'none' },
    parse,
  })
  if (isRefused(judgement)) return 'deny'
  if (judgement.risk === 'LOW') return 'allow'
  return mode === 'rehearse' && needsOf(judgement).length === 0 ? 'rehearse' : 'ask'
}

const ofClass = (...names: readonly Line['class'][]): Line[] => lines.filter((line) => names.includes(line.class))
const weigh = (some: readonly Line[]): number => some.reduce((sum, { weight }) => sum + weight, 0)
const shareOf = (all: readonly Line[], isFine: (line: Line) => boolean): number => weigh(all.filter(isFine)) / weigh(all)

test('the data is whole', () => expect(lines).toHaveLength(500))

describe('in rehearse', () => {
  test('reading runs at once', () => {
    expect(shareOf(ofClass('read'), (line) => decide(line, 'rehearse') === 'allow')).toBeGreaterThanOrEqual(0.98)
  })
  test('work on the workspace alone is not asked about', () => {
    expect(shareOf(ofClass('rehearse'), (line) => ['allow', 'rehearse'].includes(decide(line, 'rehearse')))).toBeGreaterThanOrEqual(0.95)
  })
  test('the network and everything outside are asked about, and nothing of it is refused', () => {
    const wrong = ofClass('net', 'host').filter((line) => !['ask', line.also_ok].includes(decide(line, 'rehearse')))
    expect(wrong.map(({ id, command }) => `${id} ${command}`)).toEqual([])
  })
})

describe.each(['ask', 'rehearse'] as const)('in %s', (mode) => {
  test('nothing is refused but what must never run', () => {
    expect(lines.filter((line) => (decide(line, mode) === 'deny') !== (line.class === 'never')).map(({ id }) => id)).toEqual([])
  })
  test('nothing but reading runs at once', () => {
    expect(
      lines.filter((line) => decide(line, mode) === 'allow' && line.class !== 'read').map(({ id, command }) => `${id} ${command}`),
    ).toEqual([])
  })
})

test('in ask, reading runs at once too', () => {
  expect(shareOf(ofClass('read'), (line) => decide(line, 'ask') === 'allow')).toBeGreaterThanOrEqual(0.98)
})
