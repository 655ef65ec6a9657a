// The calls of a user, newest first, with the filters that a person may set.
import type { Execution, ProjectId, Risk, SessionId, Status } from '@countersign/protocol'
import type { Page, PageQuery } from './query.ts'

export interface CallQuery extends Omit<PageQuery<Execution>, 'equal' | 'present'> {
  /** The user whose projects are searched. */
  readonly user_id: string
  readonly project_id?: ProjectId | undefined
  readonly session_id?: SessionId | undefined
  readonly agent?: string | undefined
  readonly made_by?: 'agents' | 'operator' | undefined
  readonly tool_name?: string | undefined
  readonly status?: Status | undefined
  readonly risk_level?: Risk | undefined
  /**
   * A condition that no column can express. It is tested on a limited number of rows: a page may be short, even empty, without being the
   * last.
   */
  readonly matches?: ((execution: Execution) => boolean) | undefined
}

export type FindCalls = (query: CallQuery) => Promise<Page<Execution>>

/** Rows that one page examines if not every row matches. */
export const MAX_LOOKED_AT = 2_000

export const isOperator = (agent: string): boolean => agent.startsWith('operator:')
