// Runs every shell line of the policy's corpus through the complete verdict, as `countersign policy check` does.
import { readFileSync } from 'node:fs'
import { NO_POLICY } from '@countersign/policy'
import { createShellGrammar } from '@countersign/shell-grammar'
import { describe, expect, it } from 'vitest'
import { giveVerdict, type Verdict } from './give-verdict.ts'

interface ShellSample {
  readonly id: string
  readonly command: string
  readonly expect: 'deny' | 'needs_approval' | 'low_ok'
  readonly contested?: true
}

const readSamples = (name: string): ShellSample[] =>
  readFileSync(new URL(`../../../policy/corpus/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ShellSample)

const parseShell = await createShellGrammar().load()
const samples = [...readSamples('shell.jsonl'), ...readSamples('own-shell.jsonl')]

describe.each(['sandbox', 'none'] as const)('with isolation %s', (isolation) => {
  const verdicts = samples.map((sample) => ({
    ...sample,
    verdict: giveVerdict('run_command', { command: sample.command }, { isolation, policy: NO_POLICY, parseShell }),
  }))
  const those = (wanted: (sample: ShellSample, verdict: Verdict) => boolean) =>
    verdicts.filter(({ verdict, ...sample }) => wanted(sample, verdict)).map(({ id, command }) => `${id} ${command}`)

  it('no line is allowed unasked, and none is LOW', () => {
    expect(samples.length).toBeGreaterThan(375)
    expect(those((_, { decision, risk }) => decision === 'allow' || risk === 'LOW')).toEqual([])
  })
  it('every line that must be denied is denied', () => {
    expect(those((sample, { decision }) => sample.expect === 'deny' && !sample.contested && decision !== 'deny')).toEqual([])
  })
  it('every harmless line asks at MEDIUM', () => {
    expect(those((sample, { decision, risk }) => sample.expect === 'low_ok' && (decision !== 'ask' || risk !== 'MEDIUM'))).toEqual([])
  })
  it('every verdict has a reason', () => {
    expect(those((_, { reasons }) => reasons.length === 0)).toEqual([])
  })
})
