// Exports a project's log as JSON lines: every row, then the signed head. A log that fails verification is not signed.
import type { Reader } from '@countersign/core'
import type { ProjectId } from '@countersign/protocol'
import type { Heads } from './heads.ts'
import type { AuditResult } from './verify-audit.ts'
import { walkLog } from './walk-log.ts'

export interface ExportRequest {
  readonly reader: Reader
  readonly heads: Heads
  readonly project: ProjectId
  readonly now?: Date
  /** Receives one or more whole lines at a time. */
  readonly write: (text: string) => void | Promise<void>
}

export async function exportAudit({ reader, heads, project, now = new Date(), write }: ExportRequest): Promise<AuditResult> {
  const own = (await heads.list()).filter((head) => head.project_id === project)
  const onRows = (rows: readonly object[]) => write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const end = await walkLog({ reader, project, heads: own, onRows })
  if ('problem' in end) return { ok: false, project_id: project, ...end }
  const head = await heads.signHead({ project_id: project, seq: end.seq, hash: end.hash }, now)
  await write(`${JSON.stringify({ head })}\n`)
  const figures = { project_id: project, rows: end.seq, heads: own.length + 1, uncovered: 0, hash: end.hash }
  return { ok: true, rows: end.seq, heads: figures.heads, uncovered: 0, projects: [figures] }
}
