// An execution goes from the state in which it was read to its next one, or the whole change is taken back.
import { type Execution, Failure, type Status } from '@countersign/protocol'
import type { Work } from '../core.ts'

export async function replaceExecution(work: Work, next: Execution, from: Status): Promise<void> {
  if (!(await work.tx.executions.update(next, { status: from })))
    throw new Failure('ALREADY_SETTLED', { subject: `the execution is no longer ${from}` })
  work.changed(next)
}
