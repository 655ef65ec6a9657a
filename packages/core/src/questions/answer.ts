// The operator's answer to a question: final, once, in time. It becomes the result; the answer, the state change, the grant
// that it may give and their events are one transaction.
import {
  type Approval,
  applyMove,
  canonicalJson,
  type Decision,
  digestOf,
  type Execution,
  type ExecutionIn,
  Failure,
  type QuestionAnswer,
} from '@countersign/protocol'
import { closeApproval } from '../approvals/close.ts'
import { type Decided, tooLate } from '../approvals/decide.ts'
import { expireApproval } from '../approvals/expire.ts'
import { type Core, commit, type Work } from '../core.ts'
import { keepRaw, type MaskedForm } from '../executions/raw.ts'
import { replaceExecution } from '../executions/replace.ts'
import type { Principal } from '../principal.ts'
import { type GivenAnswer, readAnswer } from './read-answer.ts'

export async function answerQuestion(core: Core, principal: Principal, question: Approval, answer: QuestionAnswer): Promise<Decided> {
  if (question.kind !== 'question') throw needsDecision(question)
  if (question.status !== 'pending') return { approval_id: question.id, status: repeated(question, answer) }
  const given = await readAnswer(core, question, answer)
  const raw = await keepRaw(core, question.project_id, given.output)
  const status = await commit(core, 'answer', question.project_id, async (work) => {
    const current = await work.tx.approvals.get(question.id)
    if (!current) throw new Failure('NOT_FOUND', { subject: 'question' })
    if (current.status !== 'pending') return repeated(current, answer)
    const execution = (await work.tx.executions.get(current.tool_id)) as ExecutionIn<'awaiting_approval'>
    if (current.expires_at <= work.at) return expireApproval(core, work, current, execution)
    await end(core, work, { principal, question: current, execution, given, raw })
    return 'answered'
  })
  if (status === 'expired') throw tooLate()
  return { approval_id: question.id, status }
}

const needsDecision = ({ project_id, id }: Approval): Failure =>
  new Failure('INVALID_ARGUMENTS', {
    subject: `this is an approval, not a question: decide it with POST /my/projects/${project_id}/approvals/${id}/approve or …/reject`,
  })

/** In which order hunks were named makes no other answer. */
const digestOfAnswer = (answer: QuestionAnswer): string =>
  digestOf(canonicalJson({ ...answer, chunks_selected: answer.chunks_selected?.toSorted((left, right) => left - right) }))

/** The same answer again gives the same reply; another is refused. */
function repeated(question: Approval, answer: QuestionAnswer): string {
  if (question.status === 'expired') throw tooLate()
  if (question.decision?.answer_digest === digestOfAnswer(answer)) return question.status
  throw new Failure('ALREADY_SETTLED', { subject: `the question is ${question.status}`, status: question.status })
}

interface Answering {
  readonly principal: Principal
  readonly question: Approval
  readonly execution: ExecutionIn<'awaiting_approval'>
  readonly given: GivenAnswer
  readonly raw: MaskedForm<Record<string, unknown>>
}

async function end(core: Core, work: Work, { principal, question, execution, given, raw }: Answering): Promise<void> {
  const completed = applyMove(execution, {
    type: 'question.answered',
    at: work.at,
    execution_time_ms: null,
    result: raw.value,
    result_digest: raw.digest,
    result_masked: raw.masked,
  })
  const grant_id = (await given.grant(work))?.id ?? null
  await replaceExecution(work, completed, 'awaiting_approval')
  await closeAnswered(core, work, question, { ...decisionOf(core, work, principal, given.answer), grant_id }, completed)
}

const closeAnswered = (core: Core, work: Work, question: Approval, decision: Decision, execution: Execution): Promise<void> =>
  closeApproval(core, work, question, { status: 'answered', decision, execution, moves: ['question.answered'] })

function decisionOf(core: Core, work: Work, principal: Principal, answer: QuestionAnswer): Decision {
  const masked = core.masker.maskValue(answer)
  return {
    answer: 'answered',
    by: principal.user_id,
    at: work.at,
    scope: 'once',
    grant_id: null,
    edited_params: null,
    comment: masked.comment ?? null,
    reason: null,
    stop: false,
    question_answer: masked,
    answer_digest: digestOfAnswer(answer),
  }
}
