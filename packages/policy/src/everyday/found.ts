// What is found out about a part of a command line in the modes `ask` and `rehearse`, and how parts join.
import { isRiskAbove, type PlainFormName, type Risk, type Sentence, sentence } from '@countersign/protocol'
import { type CommandPart, type Facts, type Finding, type Need, printable, type Refusal, refusal } from '../risk/index.ts'
import type { Dialect } from '../script/read/dialect.ts'
import type { Field, Run } from '../script/run.ts'

export interface Found {
  readonly findings: readonly Finding[]
  readonly refusals: readonly Refusal[]
  readonly network: boolean
  readonly parts: readonly CommandPart[]
  /** The highest finding that belongs to no part. */
  readonly beside: Risk
  /** Paths of the workspace that it names, for the rules of the policy file. */
  readonly paths: readonly string[]
}

export const NOTHING: Found = { findings: [], refusals: [], network: false, parts: [], beside: 'LOW', paths: [] }

export const join = (...parts: readonly Found[]): Found => ({
  findings: parts.flatMap(({ findings }) => findings),
  refusals: parts.flatMap(({ refusals }) => refusals),
  network: parts.some(({ network }) => network),
  parts: parts.flatMap(({ parts: inner }) => inner),
  beside: parts.reduce<Risk>((highest, { beside }) => (isRiskAbove(beside, highest) ? beside : highest), 'LOW'),
  paths: parts.flatMap(({ paths }) => paths),
})

export const found = (risk: Risk, what: Sentence | PlainFormName, need?: Need): Found => ({
  ...NOTHING,
  beside: risk,
  findings: [{ risk, sentence: typeof what === 'string' ? sentence(what) : what, ...(need && { need }) }],
})

export const refused = (code: Refusal['code'], subject: string | Sentence, advice?: PlainFormName): Found => ({
  ...NOTHING,
  refusals: [refusal(code, subject, advice && sentence(advice))],
})

export const notUnderstood = (text: string): Found =>
  found('HIGH', sentence('everyday.not-understood', { text: printable(text) }), 'not-understood')

/** One program to be judged, wrappers removed. */
export interface ProgramCall {
  readonly name: string
  readonly args: readonly Field[]
  readonly folders: readonly string[]
  /** Programs whose output it reads; undefined where its input is closed. */
  readonly upstream: readonly Run[] | undefined
  /** The text of a here-document or here-string that it reads, where it is known. */
  readonly inputText: string | undefined
  readonly isFed: boolean
  readonly facts: Facts
  readonly judge: JudgeAgain
  readonly depth: number
}

/** Judges what a program runs in turn. */
export interface JudgeAgain {
  program(call: ProgramCall): Found
  script(text: string, call: ProgramCall, dialect?: Dialect): Found
}

export const textsOf = (fields: readonly Field[]): string[] => fields.map(({ text }) => text)

export const shown = (name: string, args: readonly Field[] = []): string | Sentence => printable([name, ...textsOf(args)].join(' '))
