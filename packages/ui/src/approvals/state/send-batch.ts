// Sends several answers in one request. Each has its own result; those not accepted stay in the queue with the reason.
import type { ReplyOf } from '@countersign/client'
import type { BatchBody } from '@countersign/protocol'
import type { OpenProject } from '../../connection/open-project.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import type { ShownError } from '../../sentences/use-error-text.ts'
import { approvalQueue, type BatchResult } from './approval-queue.ts'
import { EMPTY_DRAFT, keepsPart, keptPart, rejectBodyOf } from './draft.ts'

/** As many as the server accepts at once. */
const MAX_DECISIONS = 64

type Answer = BatchResult['answer']
type BatchReply = ReplyOf<'decideBatch'>

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
  const report = ({ id, tool_name, description, description_form }: Waiting, error?: ShownError): BatchResult => ({
    id,
    tool_name,
    description,
    description_form,
    answer,
    error,
  })
  try {
    const { results } = await client.decideBatch({ params: { p: projectId }, body: { decisions } })
    return part.map((one) => {
      const result = results.find(({ approval_id }) => approval_id === one.id)
      return report(one, result?.success ? undefined : errorOf(result))
    })
  } catch (error) {
    return part.map((one) => report(one, error instanceof Error ? error : new Error(String(error))))
  }
}

const errorOf = (result: BatchReply['results'][number] | undefined): ShownError => ({
  message: result?.error ?? '',
  messageForm: result?.error_form,
})

/** What was left out on a card stays left out. */
function decisionOf(waiting: Waiting, answer: Answer): BatchBody['decisions'][number] {
  const { id, unmasked_digest } = waiting
  const approval_id = id as BatchBody['decisions'][number]['approval_id']
  const draft = approvalQueue.getState().drafts.get(id) ?? EMPTY_DRAFT
  if (answer === 'rejected') return { approval_id, decision: 'rejected', ...rejectBodyOf(draft, waiting) }
  const kept = keptPart(draft, waiting)
  const part = kept && { kept, cover_high: keepsPart(draft, waiting) && draft.coverHigh }
  return { approval_id, decision: 'approved', ...(unmasked_digest !== undefined && { unmasked_digest }), ...part }
}
