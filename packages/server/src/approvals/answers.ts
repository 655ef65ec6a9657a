// The operator's answers to approvals and questions from every channel: passed to the engine and measured.
import type { Answer, Clock, Decided, Engine, Principal } from '@countersign/core'
import { type Approval, DISMISSED, type QuestionAnswer } from '@countersign/protocol'
import type { Metrics } from '../metrics/metrics.ts'

export type Answers = Pick<Engine, 'decide' | 'answer'>

export interface AnswerParts {
  readonly engine: Engine
  readonly metrics: Metrics
  readonly clock: Clock
}

export function createAnswers({ engine, metrics, clock }: AnswerParts): Answers {
  const measured = async (approval: Approval, answer: string, decided: Promise<Decided>): Promise<Decided> => {
    const result = await decided
    if (approval.status === 'pending') metrics.decided(answer, approval.risk_level, clock.now() - Date.parse(approval.created_at))
    return result
  }
  return {
    decide: (principal: Principal, approval: Approval, answer: Answer) =>
      measured(approval, answer.decision, engine.decide(principal, approval, answer)),
    answer: (principal: Principal, question: Approval, answer: QuestionAnswer) =>
      measured(question, answer.action === DISMISSED ? DISMISSED : 'answered', engine.answer(principal, question, answer)),
  }
}
