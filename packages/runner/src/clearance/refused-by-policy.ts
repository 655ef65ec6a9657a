// How a rule ends a call here: refused for good, or given back to be asked.
import { printable, type Refusal, refusal } from '@countersign/policy'
import { type ClearedBy, Failure } from '@countersign/protocol'

/** Keeps the sentence of the judge, which says what to do instead. */
export class RefusedByPolicy extends Failure {
  constructor({ code, message }: Refusal) {
    super(code)
    this.message = message
  }
}

/** The server asks the operator then; nothing has run. */
export const needsAnswer = (why: string): Failure => new Failure('APPROVAL_NEEDED', { subject: printable(why) })

/** For what only somebody's own answer clears. A parent on stdio was asked already, or chose not to be: there is nobody else to ask. */
export function unanswered(by: ClearedBy, why: string): Failure {
  if (by.kind !== 'parent') return needsAnswer(why)
  const what = `only a person's own answer clears this, not a ${by.kind}: ${why}`
  return new RefusedByPolicy(refusal('POLICY_DENIED', what, 'Ask the operator to make this call or to change runner.toml.'))
}
