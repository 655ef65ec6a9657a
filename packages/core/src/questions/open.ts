// A question that the agent asks: put to the operator like an approval, but no runner and no grant has a part in it.
import type { ExecutionIn } from '@countersign/protocol'
import type { JudgedCall } from '@countersign/tools'
import { askedRow, storeApproval } from '../approvals/open.ts'
import type { Core, Work } from '../core.ts'

export interface AskingQuestion {
  readonly execution: ExecutionIn<'pending'>
  readonly judged: JudgedCall
  readonly params: Record<string, unknown>
}

export async function openQuestion(core: Core, work: Work, asking: AskingQuestion): Promise<ExecutionIn<'awaiting_approval'>> {
  const stored = await storeApproval(core, work, asking, {
    kind: 'question',
    preview: asking.judged.shown ?? null,
    scopes: [],
    timeout_seconds: core.settings.question_seconds,
  })
  const { id } = stored.approval
  return work.move(asking.execution, { type: 'question.asked', approval_id: id }, (execution) => askedRow(stored, execution))
}
