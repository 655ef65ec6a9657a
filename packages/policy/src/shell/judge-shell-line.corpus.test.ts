// Every line of corpus/shell.jsonl and corpus/own-shell.jsonl gets the verdict that is written beside it.
import { readFileSync } from 'node:fs'
import { createShellGrammar } from '@countersign/shell-grammar'
import { describe, expect, test } from 'vitest'
import { readPins, sayVerdict } from '../../test/pinned-verdicts.ts'
import type { Judgement } from '../risk/index.ts'
import { judgeShellLine } from './judge-shell-line.ts'
import { shellConcerns } from './shell-concerns.ts'
import { shellWords, soleCommand } from './shell-words.ts'

interface ShellSample {
  readonly id: string
  readonly group: string
  readonly command: string
  readonly expect: 'deny' | 'needs_approval' | 'low_ok'
  readonly also_ok?: readonly string[]
  readonly contested?: true
  /** The exact level, if one is given. */
  readonly risk?: 'MEDIUM' | 'HIGH'
}

const readSamples = (name: string): ShellSample[] =>
  readFileSync(new URL(`../../corpus/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ShellSample)

const parse = await createShellGrammar().load()
const samples = readSamples('shell.jsonl')
const ownSamples = readSamples('own-shell.jsonl')

const judge = ({ command }: ShellSample, isolation: 'sandbox' | 'none' = 'sandbox'): Judgement =>
  judgeShellLine(command, { facts: { isolation }, parse })
const levelOf = (judgement: Judgement): string => ('refusal' in judgement ? 'deny' : judgement.risk)

/** Includes what rules and grants see of the line. */
const say = (sample: ShellSample): string => {
  const concerns = JSON.stringify(Object.values(shellConcerns(sample.command, { parse })))
  const words = [shellWords(sample.command, parse), soleCommand(sample.command, parse)].map((found) => JSON.stringify(found) ?? '-')
  return [sayVerdict(judge(sample)), concerns, ...words].join(' | ')
}
const all = [...samples, ...ownSamples]
const pins = readPins('shell', () => all.map((sample) => [sample.id, say(sample)]))

test('the data is whole', () => {
  expect(samples.length).toBe(229)
  expect(ownSamples.length).toBeGreaterThanOrEqual(150)
})

describe('the lines of corpus/shell.jsonl', () => {
  test.each(samples.filter((sample) => sample.expect === 'deny' && !sample.contested))('$id is refused: $command', (sample) => {
    expect(levelOf(judge(sample))).toBe('deny')
  })
  test.each(samples.filter((sample) => sample.expect === 'low_ok'))('$id asks at MEDIUM: $command', (sample) => {
    expect(levelOf(judge(sample))).toBe('MEDIUM')
  })
  test.each(samples.filter((sample) => sample.contested))('$id gets one of the verdicts that are right: $command', (sample) => {
    const accepted = [sample.expect, ...(sample.also_ok ?? [])].flatMap((verdict) => (verdict === 'deny' ? ['deny'] : ['MEDIUM', 'HIGH']))
    expect(accepted).toContain(levelOf(judge(sample)))
  })
  test('what needs an approval is asked; the grammar does not know <>, so that one is refused', () => {
    const refused = samples.filter((sample) => sample.expect === 'needs_approval' && !sample.contested && levelOf(judge(sample)) === 'deny')
    expect(refused.map(({ command }) => command)).toEqual(['ls <> out.txt'])
  })
})

describe('the lines of corpus/own-shell.jsonl', () => {
  test.each(ownSamples)('$id $group: $command', (sample) => {
    expect(levelOf(judge(sample))).toBe(sample.risk ?? 'deny')
  })
})

test.each(all)('$id is judged in the words that are pinned', (sample) => {
  expect(say(sample)).toBe(pins.get(sample.id))
})

test('no line is ever LOW, with a sandbox or without', () => {
  expect(all.filter((sample) => levelOf(judge(sample)) === 'LOW' || levelOf(judge(sample, 'none')) === 'LOW')).toEqual([])
})

test('a line that is refused in a sandbox is refused without one', () => {
  const softer = all.filter((sample) => levelOf(judge(sample)) === 'deny' && levelOf(judge(sample, 'none')) !== 'deny')
  expect(softer).toEqual([])
})
