// How a call ends here before it runs: refused for good, given back to be asked, or refused because its clearance does not hold.
import { type Refusal, type Refused, refusal } from '@countersign/policy'
import { type ClearedBy, Failure, type Sentence, sentence } from '@countersign/protocol'

/** Keeps the sentence of the judgement, which says what to do instead. */
export class RefusedByPolicy extends Failure {
  constructor({ code, messageForm }: Refusal) {
    super(code, {}, { message: messageForm })
  }
}

export function requireAccepted<Accepted extends object>(call: Accepted | Refused): Accepted {
  if ('refusal' in call) throw new RefusedByPolicy(call.refusal)
  return call
}

export const refuseClearance = (why: string, cause?: unknown): Failure => new Failure('INPUT_CHANGED', { subject: why }, { cause })

/** The server asks the operator then; nothing has run. */
export const needsAnswer = (why: Sentence): Failure => new Failure('APPROVAL_NEEDED', { subject: why })

/** For what only a person's own answer clears. A parent on stdio was asked already, or chose not to be: there is nobody else to ask. */
export function unanswered(by: ClearedBy, why: Sentence): Failure {
  if (by.kind !== 'parent') return needsAnswer(why)
  const what = sentence('subject.needs-own-answer', { kind: by.kind, why })
  return new RefusedByPolicy(refusal('POLICY_DENIED', what, sentence('advice.change-runner-rules')))
}
