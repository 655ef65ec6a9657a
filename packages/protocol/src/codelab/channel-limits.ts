// What this channel carries: files of 1 MB, diffs of 5 MB, text only. REST, which has bodies by reference, carries more.
import { Failure } from '../failure/failure.ts'
import { LIMITS, MEGABYTE } from '../limits/limits.ts'
import { sentence } from '../sentence/sentence.ts'

type Params = Readonly<Record<string, unknown>>

const FILE_FIELDS = ['content']
const DIFF_FIELDS = ['diff', 'filtered_diff']

/** Why the arguments or the result cannot be sent on this channel; undefined if they can. */
export function refusalOnChannel(values: Params): Failure | undefined {
  if (values.encoding === 'base64') return new Failure('ENCODING_ERROR', { subject: sentence('subject.channel-files-by-rest') })
  return (
    tooLong(values, FILE_FIELDS, 'noun.file', LIMITS.maxFileBytesOnSocket) ?? tooLong(values, DIFF_FIELDS, 'noun.diff', LIMITS.maxDiffBytes)
  )
}

function tooLong(values: Params, fields: readonly string[], noun: 'noun.file' | 'noun.diff', maxBytes: number): Failure | undefined {
  const field = fields.find((name) => isLonger(values[name], maxBytes))
  if (!field) return undefined
  return new Failure('FILE_TOO_LARGE', {
    subject: sentence('subject.channel-field-limit', { field, noun: sentence(noun), megabytes: maxBytes / MEGABYTE }),
  })
}

/** A UTF-16 unit takes one to three bytes: most texts need not be encoded to know. */
function isLonger(value: unknown, maxBytes: number): boolean {
  if (typeof value !== 'string' || value.length * 3 <= maxBytes) return false
  return value.length > maxBytes || new TextEncoder().encode(value).length > maxBytes
}
