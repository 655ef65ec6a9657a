// The operator's answer: given once, in time, and final. The decision, the state change and its event are one transaction.
import { printable } from '@countersign/policy'
import {
  type Approval,
  canonicalJson,
  type Decision,
  describeField,
  digestOf,
  type ExecutionIn,
  endingOf,
  Failure,
  type Grant,
  type ListEntry,
  sentence,
} from '@countersign/protocol'
import { type JudgedCall, keysOf } from '@countersign/tools'
import { dispatch } from '../executions/dispatch.ts'
import { loadJudging } from '../executions/judging.ts'
import { keepRaw, type LoadedForJudgement, loadForJudgement, withTimeout } from '../executions/record.ts'
import { createGrants, createNever, type GrantTerms, keysOfOffer } from '../grants/create-grant.ts'
import { changeListIn } from '../projects/command-list.ts'
import { type Core, commit, type Principal, type Work } from '../work/core.ts'
import { NEXT_ROW } from '../work/work.ts'
import { awaitingCall, closeApproval, expireApproval } from './close.ts'
import { askAgain, judgeEdit } from './edit.ts'
import { unmaskedDigest } from './masked-form.ts'
import { type Answer, readPart, recordKept } from './read-part.ts'

type Yes = Extract<Answer, { decision: 'approved' }>

export interface Decided {
  readonly approval_id: Approval['id']
  readonly status: string
}

export async function decide(core: Core, principal: Principal, approval: Approval, given: Answer): Promise<Decided> {
  if (approval.kind === 'question') throw needsAnswer(approval)
  const { project_id, tool_name } = approval
  const answer = given.kept ? await readPart(core, approval, given) : withEditedTimeout(tool_name, given)
  const edited = answer.decision === 'approved' ? answer.edited_params : undefined
  if (edited) await keepRaw(core, project_id, edited)
  const loaded = edited ? await loadForJudgement(core, { project_id, tool_name, tool_params: edited }) : {}
  const decided = await commit(core, 'decide', approval.project_id, async (work) => {
    const current = await work.tx.approvals.get(approval.id)
    if (!current) throw new Failure('NOT_FOUND', { subject: sentence('noun.approval') })
    if (current.status !== 'pending') return repeated(work, current, answer)
    const execution = await awaitingCall(work, current)
    if (current.expires_at <= work.at) return expireApproval(core, work, current, execution)
    return answer.decision === 'rejected'
      ? rejectCall(core, work, { principal, approval: current, execution, answer })
      : approveCall(core, work, { principal, approval: current, execution, answer, loaded })
  })
  if (decided === 'expired') throw tooLate()
  return { approval_id: approval.id, status: decided }
}

const withEditedTimeout = (toolName: string, answer: Answer): Answer =>
  answer.decision === 'approved' && answer.edited_params
    ? { ...answer, edited_params: withTimeout(toolName, answer.edited_params) }
    : answer

const needsAnswer = ({ project_id, id }: Approval): Failure =>
  new Failure('INVALID_ARGUMENTS', {
    subject: sentence('subject.is-question', { request: `POST /my/projects/${project_id}/questions/${id}/answer` }),
  })

export const tooLate = (): Failure => new Failure('APPROVAL_TIMEOUT', { subject: sentence('subject.answer-too-late') }, { http: 410 })

/**
 * Repeating the same answer gives the same reply. A different answer is refused, so that nobody mistakes the first answer for their own.
 */
async function repeated(work: Work, approval: Approval, answer: Answer): Promise<string> {
  if (approval.status === 'expired') throw tooLate()
  if (approval.status === answer.decision && (await isSameAnswer(work, approval, answer))) return approval.status
  throw new Failure('ALREADY_SETTLED', {
    subject: sentence('subject.approval-is', { status: sentence(`status.${approval.status}`) }),
    status: approval.status,
  })
}

const digestOfEdit = ({ kept, edited_params }: Yes): string | undefined => {
  const given = kept ?? edited_params
  return given && digestOf(canonicalJson(given))
}

async function isSameAnswer(work: Work, { decision }: Approval, answer: Answer): Promise<boolean> {
  if (!decision) return true
  if (decision.scope !== (answer.scope ?? 'once')) return false
  const grant = decision.grant_id && (await work.tx.grants.get(decision.grant_id))
  if (answer.decision === 'rejected') return !grant || isSameClass(grant, answer)
  if (decision.answer_digest !== digestOfEdit(answer)) return false
  return !grant || (grant.cover_high === answer.cover_high && isSameClass(grant, answer))
}

/** With several grants, the first one is on record. */
const isSameClass = (grant: Grant, answer: GrantTerms): boolean =>
  answer.class === undefined || grant.class === answer.class || answer.class.startsWith(`${grant.class} & `)

interface Deciding<A extends Answer> {
  readonly principal: Principal
  readonly approval: Approval
  readonly execution: ExecutionIn<'awaiting_approval'>
  readonly answer: A
}

interface Approving extends Deciding<Yes> {
  readonly loaded: LoadedForJudgement
}

async function rejectCall(core: Core, work: Work, deciding: Deciding<Extract<Answer, { decision: 'rejected' }>>): Promise<string> {
  const { principal, approval, execution, answer } = deciding
  const ending = endingOf('APPROVAL_DENIED', answer.reason, answer.reason ? { operator_reason: answer.reason } : {})
  const never = await createNever(core, work, approval, answer)
  const decision = {
    ...blank(work, principal, 'rejected'),
    scope: answer.scope ?? 'once',
    grant_id: never?.id ?? null,
    reason: answer.reason ?? null,
    stop: answer.stop,
    ...(answer.kept && recordKept(core, answer.kept)),
  }
  const row = await closeApproval(core, work, approval, { status: 'rejected', decision })
  await work.move(execution, { type: 'approval.rejected', at: work.at, ...ending }, row)
  return 'rejected'
}

async function approveCall(core: Core, work: Work, deciding: Approving): Promise<string> {
  const { principal, approval, answer, loaded } = deciding
  const seen = readUnmasked(approval, answer)
  const listed = await addToList(work, deciding)
  const edit =
    answer.edited_params &&
    (await judgeEdit(core, work, {
      approval,
      execution: deciding.execution,
      params: answer.edited_params,
      loaded,
      isPart: answer.kept !== undefined,
    }))
  const execution = edit ? await work.amend(deciding.execution, edit.changes) : deciding.execution
  const decision: Decision = {
    ...blank(work, principal, 'approved'),
    scope: answer.scope,
    edited_params: edit ? core.masker.maskValue(edit.params) : null,
    answer_digest: digestOfEdit(answer),
    comment: answer.comment ?? null,
    stop: answer.stop,
    ...(answer.kept && recordKept(core, answer.kept)),
    ...seen,
    ...listed,
  }
  if (edit?.needsNewApproval) {
    const row = await closeApproval(core, work, approval, { status: 'superseded', decision })
    await askAgain(core, work, await work.move(execution, { type: 'call.edited' }, row), edit)
    return 'awaiting_approval'
  }
  if (edit) requireCovered(edit.judged, keysOfOffer(approval, answer))
  const [grant] = await createGrants(core, work, approval, answer)
  const by = { kind: 'person', user_id: principal.user_id, approval_id: approval.id } as const
  const row = await closeApproval(core, work, approval, { status: 'approved', decision: { ...decision, grant_id: grant?.id ?? null } })
  const approved = await work.move(execution, { type: 'approval.granted', by, at: work.at }, NEXT_ROW)
  work.note(approved, row)
  const judging = await loadJudging(work.tx, approved.project_id)
  await dispatch(core, work, approved, { judging, params: edit?.params ?? approval.tool_params })
  return 'approved'
}

/** A grant for other calls than the edited one would surprise whoever gave it. */
function requireCovered({ pieces }: JudgedCall, keys: readonly string[]): void {
  const asked = pieces.filter(({ risk }) => risk !== 'LOW')
  if (keys.length > 0 && !asked.every((piece) => keysOf(piece).some((key) => keys.includes(key))))
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.grant-of-edit') })
}

/** Adding to the list is the person's word of its own: it holds whatever becomes of this call. */
async function addToList(work: Work, { principal, approval, answer }: Approving): Promise<Pick<Decision, 'added_to_list'>> {
  const entries = answer.add_to_list ?? []
  if (entries.length === 0) return {}
  const isOffered = ({ kind, name }: ListEntry) => approval.list_offers.some((offer) => offer.kind === kind && offer.name === name)
  const other = entries.find((entry) => !isOffered(entry))
  if (other)
    throw new Failure('INVALID_ARGUMENTS', {
      subject: describeField('add_to_list', sentence('problem.not-offered', { name: printable(other.name) })),
    })
  const { project } = await loadJudging(work.tx, approval.project_id)
  await changeListIn(work, principal, project, { add: entries })
  return { added_to_list: [...entries] }
}

/**
 * A page shows the true text before it offers to approve, and proves it by sending the digest of that text. A plain client does not know
 * about this and may still answer; the record then says that nobody is known to have read the text.
 */
function readUnmasked(approval: Approval, { unmasked_digest }: Yes): Pick<Decision, 'saw_unmasked'> {
  if (approval.masked.length === 0) return {}
  if (unmasked_digest !== undefined && unmasked_digest !== unmaskedDigest(approval))
    throw new Failure('INPUT_CHANGED', { subject: sentence('subject.other-text-read') })
  return { saw_unmasked: unmasked_digest !== undefined }
}

const blank = (work: Work, principal: Principal, answer: Decision['answer']): Decision => ({
  answer,
  by: principal.user_id,
  at: work.at,
  scope: 'once',
  grant_id: null,
  edited_params: null,
  comment: null,
  reason: null,
  stop: false,
})
