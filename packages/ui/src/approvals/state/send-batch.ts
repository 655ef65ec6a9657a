// Several answers in one request; each has a result of its own, and each that did not count stays in the queue with its reason.
import type { BatchBody } from '@countersign/protocol'
import type { OpenProject } from '../../connection/open-project.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { approvalQueue, type BatchResult } from './approval-queue.ts'
import { EMPTY_DRAFT, rejectBodyOf } from './draft.ts'

/** As many as the server takes at once. */
const MAX_DECISIONS = 64

type Answer = BatchResult['answer']

export async function sendBatch(project: OpenProject, picked: readonly Waiting[], answer: Answer): Promise<void> {
  const ids = picked.map(({ id }) => id)
  approvalQueue.setState(({ mine }) => ({ mine: mine.union(new Set(ids)), results: [] }))
  const results: BatchResult[] = []
  for (let start = 0; start < picked.length; start += MAX_DECISIONS)
    results.push(...(await sendPart(project, picked.slice(start, start + MAX_DECISIONS), answer)))
  const failed = new Set(results.filter(({ error }) => error !== undefined).map(({ id }) => id))
  approvalQueue.setState(({ mine, selected }) => ({
    results,
    mine: mine.difference(failed),
    selected: selected.difference(new Set(ids)).union(failed),
  }))
}

async function sendPart({ client, projectId }: OpenProject, part: readonly Waiting[], answer: Answer): Promise<BatchResult[]> {
  const decisions = part.map((one) => decisionOf(one, answer))
  const tell = ({ id, tool_name, description }: Waiting, error?: string): BatchResult => ({ id, tool_name, description, answer, error })
  try {
    const { results } = await client.decideBatch({ params: { p: projectId }, body: { decisions } })
    return part.map((one) => {
      const result = results.find(({ approval_id }) => approval_id === one.id)
      return tell(one, result?.success ? undefined : (result?.error ?? 'no answer'))
    })
  } catch (error) {
    return part.map((one) => tell(one, error instanceof Error ? error.message : String(error)))
  }
}

function decisionOf({ id, unmasked_digest }: Waiting, answer: Answer): BatchBody['decisions'][number] {
  const approval_id = id as BatchBody['decisions'][number]['approval_id']
  if (answer === 'approved') return { approval_id, decision: 'approved', ...(unmasked_digest !== undefined && { unmasked_digest }) }
  return { approval_id, decision: 'rejected', ...rejectBodyOf(approvalQueue.getState().drafts.get(id) ?? EMPTY_DRAFT) }
}
