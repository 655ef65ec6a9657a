// What the guard says about every line of a corpus, word for word, beside the corpus: a change of the judgement shows as a change of
// these files, and a change that nobody meant fails. `PIN_VERDICTS=1 npx vitest run packages/policy` writes them again.
import { readFileSync, writeFileSync } from 'node:fs'
import { inEnglish } from '@countersign/protocol'
import { isRefused, type Judgement } from '../src/risk/index.ts'

export type Verdicts = readonly (readonly [id: string, says: string])[]

/** One line for a person: `MEDIUM network: Installs packages`, `SENSITIVE_FILE: Sensitive file: .env (Files that …)`. */
export function sayVerdict(judgement: Judgement): string {
  if (isRefused(judgement)) return `${judgement.refusal.code}: ${judgement.refusal.message} (${judgement.refusal.advice})`
  const reasons = judgement.findings.map((finding) => `${finding.risk} ${inEnglish(finding.sentence)}`)
  return `${judgement.risk}${judgement.network ? ' network' : ''}: ${reasons.join('; ')}`
}

export function readPins(corpus: string, verdicts: () => Verdicts): ReadonlyMap<string, string> {
  const file = new URL(`../corpus/pinned-${corpus}.jsonl`, import.meta.url)
  if (process.env.PIN_VERDICTS)
    writeFileSync(
      file,
      verdicts()
        .map((verdict) => `${JSON.stringify(verdict)}\n`)
        .join(''),
    )
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return new Map(lines.map((line) => JSON.parse(line) as [string, string]))
}
