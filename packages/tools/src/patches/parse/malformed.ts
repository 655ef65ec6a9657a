// The failure for a diff that cannot be parsed, or asks for what is never done: an explanation with the line of the diff.
import { Failure, type PlainFormName, type Sentence, sentence } from '@countersign/protocol'

export const malformed = (line: number, what: PlainFormName | Sentence): Failure =>
  new Failure('INVALID_ARGUMENTS', {
    subject: sentence('patch.at-line', { line, what: typeof what === 'string' ? sentence(what) : what }),
    line,
  })

/** The counts of a hunk are wrong, and its text does not say what was meant. */
export const miscounted = (line: number, what: PlainFormName): Failure =>
  new Failure('PATCH_APPLY_FAILED', { subject: sentence('patch.at-line', { line, what: sentence(what) }), line })

/** What git can do but these tools never do. */
export const unsupported = (line: number, what: PlainFormName): Failure =>
  malformed(line, sentence('patch.unsupported', { what: sentence(what) }))
