// The part of a change that an approval keeps, from the options --hunks, --lines and --hunk-comment.
import { type ApprovalView, type Kept, keepsNothing, keptSchema } from '@countersign/protocol'
import { UsageError } from '../../terminal/report-error.ts'

export interface PartOptions {
  /** `1,3` */
  readonly hunks?: string
  /** `2:4,5`, each with the hunk that they belong to. */
  readonly lines?: readonly string[]
  /** `2=text` */
  readonly hunkComment?: readonly string[]
}

/** Undefined if no part was named: then all of it is approved. */
export function keptPart(approval: ApprovalView, { hunks, lines, hunkComment = [] }: PartOptions): Kept | undefined {
  if (hunks === undefined && lines === undefined) {
    if (hunkComment.length > 0) throw new UsageError('--hunk-comment goes with --hunks or --lines')
    return undefined
  }
  if (approval.preview_digest === undefined)
    throw new UsageError('this call is approved or rejected as a whole: it shows no hunks to choose from')
  return keptSchema.parse({
    preview_digest: approval.preview_digest,
    hunks: hunks === undefined ? [] : readNumbers(hunks, '--hunks'),
    lines: Object.fromEntries(
      (lines ?? []).map((given) => readPair(given, ':', '--lines')).map(([hunk, text]) => [hunk, readNumbers(text, '--lines')]),
    ),
    comments: Object.fromEntries(hunkComment.map((given) => readPair(given, '=', '--hunk-comment'))),
  })
}

const NUMBER = /^[1-9]\d{0,6}$/

function readNumbers(text: string, option: string): number[] {
  const numbers = text.split(',').map((part) => part.trim())
  if (!numbers.every((number) => NUMBER.test(number))) throw new UsageError(`${option}: write numbers with commas, such as 1,3`)
  return numbers.map(Number)
}

function readPair(given: string, sign: ':' | '=', option: string): readonly [string, string] {
  const at = given.indexOf(sign)
  const [hunk, rest] = [given.slice(0, at).trim(), given.slice(at + 1)]
  if (at < 0 || !NUMBER.test(hunk) || rest.trim() === '')
    throw new UsageError(`${option}: write the hunk first, such as 2${sign}${sign === ':' ? '4,5' : 'why'}`)
  return [hunk, rest]
}

export function describeKept(kept: Kept | undefined): string[] {
  if (!kept) return []
  if (keepsNothing(kept)) return ['keeps nothing: the call is rejected']
  const lines = Object.entries(kept.lines).map(([hunk, numbers]) => `lines ${numbers.join(', ')} of hunk ${hunk}`)
  return [`keeps only ${[...(kept.hunks.length > 0 ? [`hunks ${kept.hunks.join(', ')}`] : []), ...lines].join('; ')}`]
}
