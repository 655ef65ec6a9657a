// Walks one project's log from its first row, page by page, and checks every row and every signed head on the way.
import { CHAIN_START, type ChainProblem, type ChainState, missingTail, type PinnedHead, type Store, verifyRows } from '@countersign/core'
import type { LogRow, ProjectId } from '@countersign/protocol'

export interface Walk {
  readonly store: Store
  readonly project: ProjectId
  readonly heads: readonly PinnedHead[]
  /** Called with each page of rows that fit. */
  readonly onRows?: (rows: readonly LogRow[]) => void | Promise<void>
}

const PAGE = 1000

/** Where the log ends, or the first row that does not fit. */
export async function walkLog({ store, project, heads, onRows }: Walk): Promise<ChainState | ChainProblem> {
  let state = CHAIN_START
  for (;;) {
    const after = state.seq
    const page = await store.transact(async (tx) => ({
      rows: await tx.events.read(project, after, PAGE),
      head: await tx.events.head(project),
    }))
    const next = verifyRows(
      state,
      page.rows,
      heads.filter((head) => head.seq > after && head.seq <= after + PAGE),
    )
    if ('problem' in next) return next
    await onRows?.(page.rows)
    state = next
    if (page.rows.length < PAGE) return missingTail(state, heads) ?? endsAt(state, page.head) ?? state
  }
}

/** The project's row says where its log ends; rows cut from the end show there, too, until that is changed as well. */
const endsAt = (state: ChainState, head: ChainState): ChainProblem | undefined =>
  state.seq === head.seq && state.hash === head.hash
    ? undefined
    : { seq: state.seq + 1, problem: `the log ends at ${state.seq}, but its project says ${head.seq}` }
