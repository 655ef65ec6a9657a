// The verdict on a reading: refusals first, then every path by the path rules, then the words that may be paths.
import { sentence } from '@countersign/protocol'
import { isSensitive, judgePathUse, suspectPath } from '../path/index.ts'
import { type Facts, type Finding, isRefused, type Judgement, printable, type Refusal, rate, refusal } from '../risk/index.ts'
import type { PathOperand, Reading } from './reading.ts'

export function judgeReading(found: Reading, facts: Facts): Judgement {
  const refused = found.refusals[0] ?? refusePaths(found.paths, facts) ?? refuseSuspects(found.suspects)
  if (refused) return { refusal: refused }
  return rate([...found.findings, ...found.paths.filter((path) => path.use === 'output').map(writes)], found.network)
}

const writes = (operand: PathOperand): Finding => ({
  risk: 'HIGH',
  sentence: sentence('reason.writes', { path: printable(operand.path) }),
})

function refusePaths(paths: readonly PathOperand[], facts: Facts): Refusal | undefined {
  for (const { path, use } of paths) {
    // A program's output may have any file type, so only its location is judged. An empty word never means the root.
    const judgement = judgePathUse(path, use === 'output' || path === '' ? 'read' : use, facts)
    if (isRefused(judgement)) return judgement.refusal
    // No shell expands `.env*` here, but whoever wrote it meant the secret.
    if (/[*?[]/.test(path) && isSensitive(path.replace(/[*?[\]]/g, ''))) return refusal('SENSITIVE_FILE', path)
  }
  return undefined
}

function refuseSuspects(words: readonly string[]): Refusal | undefined {
  for (const word of words) {
    const refused = suspectPath(word)
    if (refused) return refused
  }
  return undefined
}
