// The calls of a project that wait for an answer, oldest first. Approvals are read in pages and only their ids are kept: reading
// ten thousand previews at once would block everybody else.
import type { Place, Reader } from '@countersign/core'
import { type ExecutionId, LIMITS, type ProjectId } from '@countersign/protocol'

const PAGE_ROWS = 200

export async function waitingCalls(reader: Reader, project_id: ProjectId): Promise<ExecutionId[]> {
  const equal = { project_id, status: 'pending' as const }
  const newestFirst: ExecutionId[] = []
  for (let after: Place | undefined; ; ) {
    const query = { equal, after, limit: PAGE_ROWS, maxBytes: LIMITS.maxPageBytes }
    const { rows, next } = await reader.read((tx) => tx.approvals.page(query))
    newestFirst.push(...rows.map(({ tool_id }) => tool_id))
    if (!next) return newestFirst.toReversed()
    after = next
  }
}
