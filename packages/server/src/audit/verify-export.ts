// Verifies exported logs without a database: the rows of each must form a chain from the first row to the final head, which must
// be signed with the given key.
import type { JsonWebKey, KeyObject } from 'node:crypto'
import { CHAIN_START, type ChainState, verifyRows } from '@countersign/core'
import { logRowSchema, type ProjectId } from '@countersign/protocol'
import { headKey, headOfLine, parseHead, parseJson } from './signed-head.ts'
import type { AuditResult, VerifiedProject } from './verify-audit.ts'

export interface ExportVerification {
  readonly lines: AsyncIterable<string> | Iterable<string>
  readonly publicKey: JsonWebKey
}

interface Reading {
  readonly state: ChainState
  readonly project: ProjectId | null
}

const START: Reading = { state: CHAIN_START, project: null }

export async function verifyExport({ lines, publicKey }: ExportVerification): Promise<AuditResult> {
  const key = headKey(publicKey)
  const ended = new Map<ProjectId, VerifiedProject>()
  let reading = START
  for await (const line of lines) {
    if (line.trim() === '') continue
    const jws = headOfLine(line)
    const next = jws === undefined ? readRow(reading, line) : checkHead(reading, jws, key)
    if ('problem' in next) return next
    const project = 'state' in next ? next.project : next.project_id
    if (project && ended.has(project)) return problem(reading, 'there are lines after the signed head')
    if ('state' in next) reading = next
    else {
      ended.set(next.project_id, next)
      reading = START
    }
  }
  if (reading !== START || ended.size === 0) return problem(reading, 'the signed head at the end is missing')
  return joined([...ended.values()])
}

const joined = (projects: readonly VerifiedProject[]): AuditResult => ({
  ok: true,
  rows: projects.reduce((sum, { rows }) => sum + rows, 0),
  heads: projects.length,
  uncovered: 0,
  projects,
})

type Problem = Extract<AuditResult, { ok: false }>

function readRow({ state, project }: Reading, line: string): Reading | Problem {
  const { data: row } = logRowSchema.safeParse(parseJson(line))
  const at = { state, project }
  if (!row) return problem(at, `line ${state.seq + 1} is no row of a log`)
  if (project && row.project_id !== project) return problem(at, `row ${row.seq} belongs to another project`)
  const next = verifyRows(state, [row])
  return 'problem' in next ? { ok: false, project_id: row.project_id, ...next } : { state: next, project: row.project_id }
}

function checkHead({ state, project }: Reading, jws: string, key: KeyObject): VerifiedProject | Problem {
  const head = parseHead(jws, key)
  const reading = { state, project }
  if (!head) return problem(reading, 'the head was not signed with this key')
  if (project && head.project_id !== project) return problem(reading, 'the head belongs to another project')
  if (head.seq !== state.seq || head.hash !== state.hash)
    return problem(reading, `the log ends at ${state.seq}, but the signed head is row ${head.seq}`)
  return { project_id: head.project_id, rows: state.seq, heads: 1, uncovered: 0, hash: state.hash }
}

const problem = ({ state, project }: Reading, text: string): Problem => ({
  ok: false,
  project_id: project,
  seq: state.seq + 1,
  problem: text,
})
