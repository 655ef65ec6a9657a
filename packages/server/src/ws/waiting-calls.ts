// The calls of a project that wait for an answer, the oldest first. Approvals are read a page at a time, of which only the ids are
// kept: with previews, ten thousand of them would be read at once otherwise, and nobody else served meanwhile.
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
