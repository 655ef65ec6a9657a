// What an analyser finds in the arguments of a command: paths to be judged, words that may be paths, findings and refusals. The verdict is
// made from it in one place (judge-reading.ts); the sandbox and previews use only the paths.
import type { PlainFormName, Sentence } from '@countersign/protocol'
import { sentence } from '@countersign/protocol'
import type { Finding, Refusal } from '../risk/index.ts'

export interface PathOperand {
  /** The index of the argument that holds it, alone or attached to an option. */
  readonly index: number
  readonly path: string
  readonly use: 'read' | 'list' | 'output'
}

export interface Reading {
  readonly paths: readonly PathOperand[]
  /** Words that may be paths. */
  readonly suspects: readonly string[]
  readonly findings: readonly Finding[]
  readonly refusals: readonly Refusal[]
  readonly network: boolean
}

export const EMPTY_READING: Reading = { paths: [], suspects: [], findings: [], refusals: [], network: false }

export const reading = (part: Partial<Reading>): Reading => ({ ...EMPTY_READING, ...part })

export const joinReadings = (...parts: readonly Reading[]): Reading => ({
  paths: parts.flatMap((part) => part.paths),
  suspects: parts.flatMap((part) => part.suspects),
  findings: parts.flatMap((part) => part.findings),
  refusals: parts.flatMap((part) => part.refusals),
  network: parts.some((part) => part.network),
})

export const finding = (risk: Finding['risk'], found: Sentence | PlainFormName): Reading =>
  reading({ findings: [{ risk, sentence: typeof found === 'string' ? sentence(found) : found }] })
