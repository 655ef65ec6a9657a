// An answer that keeps a part of a change, as the answer that it means: the call with parameters for exactly that part, a plain approval if
// all of it is kept, a rejection if nothing is.
import {
  type Approval,
  type Decision,
  Failure,
  type Kept,
  keepsNothing,
  type ListEntry,
  type NeverScope,
  type PlainFormName,
  type Scope,
  sentence,
  TAKEN_IN_PART,
} from '@countersign/protocol'
import { choosePart, partOfCall, requireHighTick } from '@countersign/tools'
import { loadForJudgement } from '../executions/record.ts'
import type { GrantTerms } from '../grants/create-grant.ts'
import type { Core } from '../work/core.ts'

export type Answer =
  | (GrantTerms & {
      readonly decision: 'approved'
      readonly scope: Scope
      readonly edited_params?: Record<string, unknown> | undefined
      /** The part of a file change that is kept. */
      readonly kept?: Kept | undefined
      readonly comment?: string | undefined
      readonly unmasked_digest?: string | undefined
      readonly cover_high: boolean
      /** Some of what the approval offers to add to the project's list of commands. */
      readonly add_to_list?: readonly ListEntry[] | undefined
      readonly stop: boolean
    })
  | (GrantTerms & {
      readonly decision: 'rejected'
      readonly reason?: string | undefined
      readonly stop: boolean
      /** Beyond `once`, such calls are refused from now on. */
      readonly scope?: NeverScope | undefined
      /** Set where the rejection is a choice of hunks that keeps none. */
      readonly kept?: Kept | undefined
    })

type Yes = Extract<Answer, { decision: 'approved' }>
type PartialYes = Yes & { readonly kept: Kept }

/** Fails if the choice is none that the preview offers; the approval then stays open. */
export async function readPart(core: Core, approval: Approval, answer: Answer): Promise<Answer> {
  if (answer.decision === 'rejected' || !answer.kept) return checkRejected(approval, answer)
  const yes: PartialYes = { ...answer, kept: answer.kept }
  // An answer that is repeated is only compared with the one that was given.
  const meant = approval.status === 'pending' ? await editFor(core, approval, yes) : yes
  return keepsNothing(yes.kept) ? { decision: 'rejected', reason: yes.comment, stop: yes.stop, kept: yes.kept } : meant
}

/** Comments on hunks, with a rejection: a choice that keeps none. */
function checkRejected({ status, preview }: Approval, answer: Answer): Answer {
  if (answer.kept && status === 'pending' && !choosePart(preview, answer.kept).isNothing) throw wrong('part.rejected-keeps')
  return answer
}

async function editFor(core: Core, approval: Approval, yes: PartialYes): Promise<Yes> {
  const { project_id, tool_name, tool_params, preview, risk_level } = approval
  if (yes.edited_params) throw wrong('part.with-edit')
  if (!TAKEN_IN_PART.includes(tool_name))
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('part.not-for-tool', { tool: tool_name }) })
  const part = choosePart(preview, yes.kept)
  if (part.isAll || part.isNothing) return yes
  if (yes.scope !== 'once') throw wrong('part.only-once')
  requireHighTick(part, risk_level, yes.cover_high)
  const { texts = {} } = await loadForJudgement(core, { project_id, tool_name, tool_params })
  if (texts.diff instanceof Failure) throw texts.diff
  return { ...yes, edited_params: partOfCall({ tool_name, tool_params, diff: texts.diff }, part) }
}

const wrong = (form: PlainFormName): Failure => new Failure('INVALID_ARGUMENTS', { subject: sentence(form) })

/** As it is recorded. */
export const recordKept = ({ masker }: Core, kept: Kept): Pick<Decision, 'kept'> => ({
  kept: { ...kept, comments: masker.maskValue(kept.comments) },
})
