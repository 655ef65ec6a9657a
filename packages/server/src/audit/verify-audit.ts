// Checks whether anybody without the audit key has changed a log: every project's chain is compared with every signed head.
import type { Reader } from '@countersign/core'
import type { ProjectId } from '@countersign/protocol'
import { compareTables } from './compare-tables.ts'
import { ForeignHead, type Heads } from './heads.ts'
import type { SignedHead } from './signed-head.ts'
import { walkLog } from './walk-log.ts'

export interface VerifiedProject {
  readonly project_id: ProjectId
  readonly rows: number
  readonly heads: number
  /** Rows after the last signed head. Anybody with write access to the database could change or cut these unnoticed. */
  readonly uncovered: number
  readonly hash: string
}

export type AuditResult =
  | {
      readonly ok: true
      readonly rows: number
      readonly heads: number
      readonly uncovered: number
      readonly projects: readonly VerifiedProject[]
    }
  | { readonly ok: false; readonly project_id: ProjectId | null; readonly seq: number | null; readonly problem: string }

export interface AuditRequest {
  readonly reader: Reader
  readonly heads: Heads
  /** Checks only this project; all projects if omitted. */
  readonly project?: ProjectId
  /** A heads file stored elsewhere, checked in addition to the one beside the key. */
  readonly headFile?: string
}

export async function verifyAudit({ reader, heads, project, headFile }: AuditRequest): Promise<AuditResult> {
  const signed = await allHeads(heads, headFile)
  if (!Array.isArray(signed)) return signed
  const present = await projectsOf(reader)
  const wanted = project ? [project] : [...new Set([...present, ...signed.map((head) => head.project_id)])]
  const projects: VerifiedProject[] = []
  for (const project_id of wanted) {
    const own = signed.filter((head) => head.project_id === project_id)
    if (!present.includes(project_id)) {
      if (own.some((head) => head.removed)) continue
      return {
        ok: false,
        project_id,
        seq: null,
        problem: own.length > 0 ? 'the project was signed, but is not in the database' : 'no such project',
      }
    }
    const tables = compareTables(reader, project_id)
    const end = await walkLog({ reader, project: project_id, heads: own, onRows: tables.see })
    if ('problem' in end) return { ok: false, project_id, ...end }
    const difference = await tables.finish()
    if (difference) return { ok: false, project_id, ...difference }
    projects.push({ project_id, rows: end.seq, heads: own.length, uncovered: end.seq - lastOf(own), hash: end.hash })
  }
  return { ok: true, rows: sum(projects, 'rows'), heads: sum(projects, 'heads'), uncovered: sum(projects, 'uncovered'), projects }
}

async function allHeads(heads: Heads, headFile: string | undefined): Promise<SignedHead[] | AuditResult> {
  try {
    return [...(await heads.list()), ...(headFile ? await heads.listFrom(headFile) : [])]
  } catch (error) {
    if (!(error instanceof ForeignHead)) throw error
    return { ok: false, project_id: null, seq: null, problem: error.message }
  }
}

const projectsOf = async (reader: Reader): Promise<ProjectId[]> =>
  (await reader.read((tx) => tx.projects.find({ order: { column: 'id' } }))).map(({ id }) => id)

const lastOf = (heads: readonly SignedHead[]): number => Math.max(0, ...heads.map(({ seq }) => seq))

const sum = (projects: readonly VerifiedProject[], figure: 'rows' | 'heads' | 'uncovered'): number =>
  projects.reduce((total, project) => total + project[figure], 0)
