// The failure for a diff that cannot be parsed, or asks for what is never done: an explanation with the line of the diff.
import { Failure } from '@countersign/protocol'

export const malformed = (line: number, what: string): Failure =>
  new Failure('INVALID_ARGUMENTS', { subject: `line ${line} of the diff: ${what}`, line })

/** What git can do but these tools never do. */
export const unsupported = (line: number, what: string): Failure => malformed(line, `${what} Leave it out, or ask the operator to do it.`)
