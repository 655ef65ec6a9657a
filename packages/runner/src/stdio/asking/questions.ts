// Questions that wait for the parent's hitl_decision, one at a time for a call. Each ends by an answer, by its time, or with the runner.
import { randomBytes } from 'node:crypto'
import { type ApprovalId, type CodelabMessageOf, canonicalJson, Failure, LIMITS, sentence, uuidv7 } from '@countersign/protocol'

export type Decision = CodelabMessageOf<'hitl_decision'>

export interface OpenQuestion extends Disposable {
  readonly approval_id: ApprovalId
  readonly expires_at: string
  /** The next decision; fails with APPROVAL_TIMEOUT or CANCELLED. One that is no answer leaves the question open: ask again. */
  next(): Promise<Decision>
}

export interface Questions {
  open(call_id: string, seconds: number): OpenQuestion
  /** Fails where there is no such question, or it was answered otherwise. False where the same answer was given before. */
  decide(decision: Decision): boolean
  /** How many are open. */
  count(): number
  /** Of a call that has ended long ago. */
  forget(call_id: string): void
  end(failure: Failure): void
}

export interface QuestionsPorts {
  readonly clock: () => number
  readonly onOpened: () => void
}

interface Waiting {
  readonly approval_id: ApprovalId
  readonly answer: (decision: Decision) => void
  readonly fail: (failure: Failure) => void
}

export function createQuestions({ clock, onOpened }: QuestionsPorts): Questions {
  const waiting = new Map<string, Waiting>()
  /** The last answer to each call. */
  const answers = new Map<string, string>()
  /** How many questions each call has led to. */
  const asked = new Map<string, number>()
  let ended: Failure | undefined
  return {
    open(call_id, seconds) {
      if (ended) throw ended
      if (waiting.size >= LIMITS.maxPendingApprovalsPerSession) throw new Failure('TOO_MANY_PENDING')
      const now = clock()
      const question = createQuestion(uuidv7<ApprovalId>(now, randomBytes(10)), () => answers.delete(call_id))
      waiting.set(call_id, question)
      asked.set(call_id, (asked.get(call_id) ?? 0) + 1)
      onOpened()
      const timer = setTimeout(() => question.fail(new Failure('APPROVAL_TIMEOUT')), seconds * 1000)
      return {
        approval_id: question.approval_id,
        expires_at: new Date(now + seconds * 1000).toISOString(),
        next: question.next,
        [Symbol.dispose]() {
          clearTimeout(timer)
          waiting.delete(call_id)
        },
      }
    },
    decide(decision) {
      const { call_id, approval_id } = decision
      const answer = canonicalJson(decision)
      // A line that came twice must not answer the question that the first one led to.
      if (answers.get(call_id) === answer) return false
      const question = waiting.get(call_id)
      if (!question || (approval_id !== undefined && approval_id !== question.approval_id))
        throw new Failure('ALREADY_SETTLED', { subject: sentence('stdio.no-question'), call_id })
      // What was sent before the new question was read is no answer to it.
      if (approval_id === undefined && decision.decision !== 'reject' && (asked.get(call_id) ?? 0) > 1)
        throw new Failure('INVALID_ARGUMENTS', { subject: sentence('stdio.asked-again'), call_id })
      question.answer(decision)
      answers.set(call_id, answer)
      return true
    },
    count: () => waiting.size,
    forget: (call_id) => {
      answers.delete(call_id)
      asked.delete(call_id)
    },
    end(failure) {
      ended = failure
      for (const { fail } of waiting.values()) fail(failure)
    },
  }
}

/** `onUnanswered`: what was given was no answer, and may come again. */
function createQuestion(approval_id: ApprovalId, onUnanswered: () => void): Waiting & Pick<OpenQuestion, 'next'> {
  let failed: Failure | undefined
  let waiter: PromiseWithResolvers<Decision> | undefined
  let wasAnswered = false
  return {
    approval_id,
    answer(decision) {
      if (!waiter) throw new Failure('ALREADY_SETTLED', { subject: sentence('stdio.answer-in-work'), call_id: decision.call_id })
      wasAnswered = true
      waiter.resolve(decision)
      waiter = undefined
    },
    fail(failure) {
      failed = failure
      waiter?.reject(failure)
      waiter = undefined
    },
    next() {
      if (wasAnswered) onUnanswered()
      if (failed) return Promise.reject(failed)
      waiter = Promise.withResolvers()
      return waiter.promise
    },
  }
}
