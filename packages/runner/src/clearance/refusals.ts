// How a call ends here before it runs: refused for good, given back to be asked, or refused because its clearance does not hold.
import { printable, type Refusal, type Refused, refusal } from '@countersign/policy'
import { type ClearedBy, Failure } from '@countersign/protocol'

/** Keeps the sentence of the judgement, which says what to do instead. */
export class RefusedByPolicy extends Failure {
  constructor({ code, message }: Refusal) {
    super(code)
    this.message = message
  }
}

export function requireAccepted<Accepted extends object>(call: Accepted | Refused): Accepted {
  if ('refusal' in call) throw new RefusedByPolicy(call.refusal)
  return call
}

export const refuseClearance = (why: string, cause?: unknown): Failure => new Failure('INPUT_CHANGED', { subject: why }, { cause })

/** The server asks the operator then; nothing has run. */
export const needsAnswer = (why: string): Failure => new Failure('APPROVAL_NEEDED', { subject: printable(why) })

/** For what only a person's own answer clears. A parent on stdio was asked already, or chose not to be: there is nobody else to ask. */
export function unanswered(by: ClearedBy, why: string): Failure {
  if (by.kind !== 'parent') return needsAnswer(why)
  const what = `only a person's own answer clears this, not a ${by.kind}: ${why}`
  return new RefusedByPolicy(refusal('POLICY_DENIED', what, 'Ask the operator to make this call or to change runner.toml.'))
}
