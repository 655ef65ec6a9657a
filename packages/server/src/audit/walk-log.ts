// Reads one project's log from its first row, page by page, and checks every row and every signed head on the way.
import { CHAIN_START, type ChainProblem, type ChainState, missingTail, type PinnedHead, type Reader, verifyRows } from '@countersign/core'
import { LIMITS, type LogRow, type ProjectId } from '@countersign/protocol'

export interface Walk {
  readonly reader: Reader
  readonly project: ProjectId
  readonly heads: readonly PinnedHead[]
  /** Called with each page of rows that passed the checks. */
  readonly onRows?: (rows: readonly LogRow[]) => void | Promise<void>
}

const PAGE_ROWS = 1000

/** Returns where the log ends, or the first row that fails a check. */
export async function walkLog({ reader, project, heads, onRows }: Walk): Promise<ChainState | ChainProblem> {
  let state = CHAIN_START
  for (;;) {
    const after = state.seq
    // The head is read first: rows written between the two reads are then extra rows, never missing ones.
    const { head, rows } = await reader.read(async (tx) => ({
      head: await tx.events.head(project),
      rows: await tx.events.read(project, after, PAGE_ROWS, LIMITS.maxPageBytes),
    }))
    const last = rows.at(-1)?.seq
    // A page may end early, so only an empty page is the end. Rows beyond the head are read too, and fail the check.
    if (last === undefined) return missingTail(state, heads) ?? endsAt(state, head) ?? state
    const next = verifyRows(
      state,
      rows,
      heads.filter(({ seq }) => seq > after && seq <= last),
    )
    if ('problem' in next) return next
    await onRows?.(rows)
    state = next
  }
}

/** The project's row stores where its log ends, so a cut at the end is noticed unless that row was changed as well. */
const endsAt = (state: ChainState, head: ChainState): ChainProblem | undefined =>
  state.seq === head.seq && state.hash === head.hash
    ? undefined
    : { seq: state.seq + 1, problem: `the log ends at ${state.seq}, but its project says ${head.seq}` }
