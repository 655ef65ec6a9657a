// What the operator did with a call: the comment, what was changed in it, what was kept of it. It is part of the report for the model.
import { type Approval, bodyText, type Execution, resolveReferences } from '@countersign/protocol'
import { describeEdit, describePart, quoteOperator, recordedPart } from '@countersign/tools'
import type { Core } from '../work/core.ts'

const MAX_COMMENT_CHARACTERS = 2048

export async function findDecision(core: Core, { approval_id }: Execution): Promise<Approval['decision'] | undefined> {
  return approval_id ? (await core.store.read((tx) => tx.approvals.get(approval_id)))?.decision : undefined
}

/** A comment given with an approval. A reason and an answer to a question are already part of the outcome. */
export async function operatorsWords(core: Core, { approval_id, status }: Execution): Promise<string> {
  if (!approval_id || status === 'rejected' || status === 'awaiting_approval') return ''
  const approval: Approval | undefined = await core.store.read((tx) => tx.approvals.get(approval_id))
  if (approval?.kind !== 'approval' || !approval.decision) return ''
  const { comment } = approval.decision
  return comment ? quoteOperator(comment.slice(0, MAX_COMMENT_CHARACTERS)) : ''
}

type Params = Record<string, unknown>

/** How much of each text is compared: the description of a change is short. */
const MAX_COMPARED_BYTES = 1024 * 1024

/**
 * What the operator changed in a call; undefined if it ran as it was sent, or still waits. The operator is asked again about an edited file
 * change, so the edit may be in the answer to an earlier approval of the same call.
 */
export async function operatorsChange(core: Core, execution: Execution): Promise<string | undefined> {
  const { id, status, requires_approval } = execution
  if (!requires_approval || status === 'awaiting_approval' || status === 'pending') return undefined
  const questions = await core.store.read((tx) => tx.approvals.find({ equal: { tool_id: id }, order: { column: 'created_at' } }))
  const part = describeKept(questions.at(-1))
  const edited = questions.filter(({ decision }) => decision?.edited_params && !decision.kept)
  const [first] = edited
  const ran = edited.at(-1)?.decision?.edited_params
  if (!first || !ran) return part
  const [before, after] = [await withBodies(core, first, first.tool_params), await withBodies(core, first, ran)]
  const change = describeEdit(core.masker.maskValue(before), core.masker.maskValue(after))
  return part === undefined ? change : `${change}\n${part}`
}

/** What was kept of a change, where the answer chose; the preview is held in its masked form by then. */
const describeKept = (approval: Approval | undefined): string | undefined => {
  const part = approval?.decision?.kept && recordedPart(approval.preview, approval.decision.kept)
  return part && describePart(part)
}

export async function keptPart(core: Core, { approval_id }: Execution): Promise<string | undefined> {
  return approval_id ? describeKept(await core.store.read((tx) => tx.approvals.get(approval_id))) : undefined
}

/** Long texts are stored separately; only their beginning is compared. */
const withBodies = (core: Core, { project_id }: Approval, params: Params): Promise<Params> =>
  resolveReferences(params, async (digest) => {
    const bytes = await core.bodies.get(project_id, digest, MAX_COMPARED_BYTES)
    return bytes ? bodyText(bytes) : `[no longer kept: ${digest}]`
  })
