// Every row of every table: the line beside it gets exactly the effect of the row, and the nearest line that must not gets something stricter.
import { inEnglish, isRiskAbove, type Risk } from '@countersign/protocol'
import { createShellGrammar } from '@countersign/shell-grammar'
import { describe, expect, test } from 'vitest'
import { judgeShellLine } from '../../modes/judge-by-mode.ts'
import { ALL_PROGRAMS } from '../../programs/everyday.ts'
import type { Effect, Program } from '../../programs/program.ts'
import { TOOLCHAIN_FILES } from '../../programs/toolchains.ts'
import { type Facts, isRefused, type Judgement, needsOf } from '../../risk/index.ts'

const parse = await createShellGrammar().load()
const everything: Facts = {
  mode: 'ask',
  isolation: 'sandbox',
  roots: ['/home/dev/ws'],
  toolchains: Object.keys(TOOLCHAIN_FILES),
  secretsInGit: 'none',
}
/** A program that is not listed is judged as if the operator had added it. */
const judge = (line: string, { names }: Program): Judgement =>
  judgeShellLine(line, { facts: { ...everything, addedCommands: names.split(' ') }, parse })

const RISKS: Readonly<Record<Effect, Risk>> = {
  reads: 'LOW',
  looks: 'MEDIUM',
  builds: 'MEDIUM',
  changes: 'MEDIUM',
  deletes: 'HIGH',
  code: 'HIGH',
  serves: 'MEDIUM',
  controls: 'HIGH',
  records: 'MEDIUM',
  rewrites: 'HIGH',
  fetches: 'MEDIUM',
  sends: 'HIGH',
  installs: 'HIGH',
}

const rows = ALL_PROGRAMS.flatMap((program) => program.rows.map((row) => ({ program, row })))

/** What a person would notice: the verdict, its needs and its words. */
const sayAll = (judgement: Judgement): string =>
  isRefused(judgement)
    ? 'refused'
    : JSON.stringify([judgement.risk, needsOf(judgement), judgement.findings.map((finding) => inEnglish(finding.sentence))])

describe('every row', () => {
  test('gives its line its own effect', () => {
    const wrong = rows.filter(({ program, row }) => {
      const judgement = judge(row.passes, program)
      if (isRefused(judgement)) return true
      const hasEffect =
        row.effect === 'reads'
          ? judgement.risk === 'LOW'
          : judgement.findings.some(({ sentence }) => sentence.form === `everyday.${row.effect}`)
      // A file that is changed has a risk of its own, by its name.
      return !hasEffect || (isRiskAbove(judgement.risk, RISKS[row.effect]) && row.effect !== 'changes')
    })
    expect(wrong.map(({ program, row }) => `${row.effect}: ${row.passes} → ${sayAll(judge(row.passes, program))}`)).toEqual([])
  })

  test('gives the nearest line that must not pass something else', () => {
    const wrong = rows.filter(({ program, row }) => {
      const judgement = judge(row.not, program)
      if (isRefused(judgement) || needsOf(judgement).length > 0) return false
      return row.effect === 'reads'
        ? judgement.risk === 'LOW'
        : !isRiskAbove(judgement.risk, 'LOW') || sayAll(judgement) === sayAll(judge(row.passes, program))
    })
    expect(wrong.map(({ program, row }) => `${row.effect}: ${row.not} → ${sayAll(judge(row.not, program))}`)).toEqual([])
  })
})
