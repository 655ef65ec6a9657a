// What the operator changed in a call, in words for its agent. An edited file change is asked about again, so the edit is
// in the answer to an earlier question about the same call; all of them are looked through.
import { type Approval, bodyText, type Execution, resolveReferences } from '@countersign/protocol'
import { tellEdit } from '@countersign/tools'
import type { Core } from '../../core.ts'

type Params = Record<string, unknown>

/** Of each text: what an agent is told of a change is short. */
const MAX_COMPARED_BYTES = 1024 * 1024

/** Undefined where it ran as it was sent, or waits still. */
export async function operatorsChange(core: Core, execution: Execution): Promise<string | undefined> {
  const { id, status, requires_approval } = execution
  if (!requires_approval || status === 'awaiting_approval' || status === 'pending') return undefined
  const questions = await core.store.read((tx) => tx.approvals.find({ equal: { tool_id: id }, order: { column: 'created_at' } }))
  const edited = questions.filter(({ decision }) => decision?.edited_params)
  const [first] = edited
  const ran = edited.at(-1)?.decision?.edited_params
  if (!first || !ran) return undefined
  const [before, after] = [await withBodies(core, first, first.tool_params), await withBodies(core, first, ran)]
  return tellEdit(core.masker.maskValue(before), core.masker.maskValue(after))
}

/** Long texts lie apart; the beginning of them is compared. */
const withBodies = (core: Core, { project_id }: Approval, params: Params): Promise<Params> =>
  resolveReferences(params, async (digest) => {
    const bytes = await core.bodies.get(project_id, digest, MAX_COMPARED_BYTES)
    return bytes ? bodyText(bytes) : `[no longer kept: ${digest}]`
  })
