// Output of a process that outlives its call, on its way to the operator. What does not arrive is given up: it can be read
// from the runner by its offset.
import { type Client, RefusedRequest } from '@countersign/client'
import type { AttemptId, ExecutionId, OutputBody, ProjectId } from '@countersign/protocol'

export interface Printed extends Omit<OutputBody, 'attempt_id'> {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
}

const MAX_WAITING_CHARACTERS = 1024 * 1024
const MAX_POST_MILLISECONDS = 5_000

/** One piece at a time for each process. */
export function createLivePrinting(client: Pick<Client, 'postOutput'>, projectId: ProjectId): (piece: Printed) => void {
  const waiting = new Map<ExecutionId, Printed[]>()
  /** The server takes no more of it: the call is not on record any more, or there is too much. */
  const refused = new Set<ExecutionId>()

  const post = async ({ tool_id, ...body }: Printed): Promise<void> => {
    try {
      await client.postOutput({ params: { p: projectId, id: tool_id }, body, signal: AbortSignal.timeout(MAX_POST_MILLISECONDS) })
    } catch (error) {
      if (error instanceof RefusedRequest && error.http < 500 && error.http !== 429) refused.add(tool_id)
    }
  }
  const postAll = async (tool: ExecutionId, queue: Printed[]): Promise<void> => {
    for (let piece = queue[0]; piece && !refused.has(tool); piece = queue[0]) {
      await post(piece)
      queue.shift()
    }
    waiting.delete(tool)
  }
  return (piece) => {
    if (refused.has(piece.tool_id)) return
    const queue = waiting.get(piece.tool_id)
    if (!queue) {
      const begun = [piece]
      waiting.set(piece.tool_id, begun)
      void postAll(piece.tool_id, begun)
    } else if (queue.reduce((sum, { data }) => sum + data.length, piece.data.length) <= MAX_WAITING_CHARACTERS) queue.push(piece)
  }
}
