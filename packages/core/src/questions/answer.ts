// The answer to a question, from the operator or from the agent's client: given once, in time, and final. It becomes the result. The
// answer, the state change, any grant it gives and their events are one transaction.
import {
  type Approval,
  canonicalJson,
  type Decision,
  digestOf,
  type ExecutionIn,
  Failure,
  type QuestionAnswer,
  sentence,
} from '@countersign/protocol'
import { awaitingCall, closeApproval, expireApproval } from '../approvals/close.ts'
import { type Decided, tooLate } from '../approvals/decide.ts'
import { keepRaw, type MaskedForm } from '../executions/record.ts'
import { agentName } from '../sessions/sessions.ts'
import type { Principal } from '../work/core.ts'
import { type Core, commit, type Work } from '../work/core.ts'
import { deliverInput, endAnsweredProcess } from './deliver-input.ts'
import { type GivenAnswer, readAnswer } from './read-answer.ts'

/** Who answers, as it is recorded. */
export type Answerer = Pick<Decision, 'by' | 'answered_by'>

export const operatorAnswers = ({ user_id }: Principal): Answerer => ({ by: user_id })

export interface AtClient {
  readonly agent: Principal
  readonly client: string
}

export const clientAnswers = ({ agent, client }: AtClient): Answerer => ({
  by: agentName(agent),
  answered_by: { by: 'mcp_client', client },
})

export async function answerQuestion(core: Core, answerer: Answerer, question: Approval, answer: QuestionAnswer): Promise<Decided> {
  if (question.kind !== 'question') throw needsDecision(question)
  if (question.status !== 'pending') return { approval_id: question.id, status: repeated(question, answerer, answer) }
  const given = await readAnswer(core, question, answer, answerer.answered_by)
  const raw = await keepRaw(core, question.project_id, given.output)
  let isNew = false
  const status = await commit(core, 'answer', question.project_id, async (work) => {
    const current = await work.tx.approvals.get(question.id)
    if (!current) throw new Failure('NOT_FOUND', { subject: sentence('noun.question') })
    if (current.status !== 'pending') return repeated(current, answerer, answer)
    const execution = await awaitingCall(work, current)
    if (current.expires_at <= work.at) return expireApproval(core, work, current, execution)
    await end(core, work, { answerer, question: current, execution, given, raw })
    await endAnsweredProcess(work, current, answer)
    isNew = true
    return 'answered'
  })
  if (status === 'expired') throw tooLate()
  if (isNew) deliverInput(core, question, answer, answerer.by)
  return { approval_id: question.id, status }
}

const needsDecision = ({ project_id, id }: Approval): Failure =>
  new Failure('INVALID_ARGUMENTS', {
    subject: sentence('subject.is-approval', { request: `POST /my/projects/${project_id}/approvals/${id}/approve` }),
  })

/** The order in which hunks are named does not make a different answer. A secret is left out: its digest would give it away. */
const digestOfAnswer = ({ tool_params }: Approval, { text, ...answer }: QuestionAnswer): string =>
  digestOf(
    canonicalJson({
      ...answer,
      ...(text !== undefined && tool_params.secret !== true && { text }),
      chunks_selected: answer.chunks_selected?.toSorted((left, right) => left - right),
    }),
  )

/** Repeating the same answer gives the same reply. A different answer is refused, and so is the same answer from somebody else. */
function repeated(question: Approval, { answered_by }: Answerer, answer: QuestionAnswer): string {
  const { decision } = question
  if (question.status === 'expired') throw tooLate()
  if (decision?.answer_digest === digestOfAnswer(question, answer) && decision.answered_by?.by === answered_by?.by) return question.status
  throw new Failure('ALREADY_SETTLED', {
    subject: sentence('subject.question-is', { status: sentence(`status.${question.status}`) }),
    status: question.status,
  })
}

interface Answering {
  readonly answerer: Answerer
  readonly question: Approval
  readonly execution: ExecutionIn<'awaiting_approval'>
  readonly given: GivenAnswer
  readonly raw: MaskedForm<Record<string, unknown>>
}

async function end(core: Core, work: Work, { answerer, question, execution, given, raw }: Answering): Promise<void> {
  const grant_id = (await given.grant(work))?.id ?? null
  const decision = { ...decisionOf(core, work, { answerer, question, given }), grant_id }
  const row = await closeApproval(core, work, question, { status: 'answered', decision })
  const result = { result: raw.value, result_digest: raw.digest, result_masked: raw.masked }
  await work.move(execution, { type: 'question.answered', at: work.at, execution_time_ms: null, ...result }, row)
}

function decisionOf(
  core: Core,
  work: Work,
  { answerer, question, given: { answer } }: Pick<Answering, 'answerer' | 'question' | 'given'>,
): Decision {
  const masked = core.masker.maskValue(answer)
  return {
    ...answerer,
    answer: 'answered',
    at: work.at,
    scope: 'once',
    grant_id: null,
    edited_params: null,
    comment: masked.comment ?? null,
    reason: null,
    stop: false,
    question_answer: masked,
    answer_digest: digestOfAnswer(question, answer),
  }
}
