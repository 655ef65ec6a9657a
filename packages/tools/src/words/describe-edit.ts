// What the operator changed in a call before it ran, field by field, for the agent that made the call. Every line is quoted, so that none
// looks like our words or the agent's own.
import { unifiedDiff } from '../files/preview-change.ts'
import { quote } from './quote-operator.ts'
import { boundText } from './text.ts'

type Params = Readonly<Record<string, unknown>>

const MAX_LINES = 60
const MAX_CHARACTERS = 2048
/** A single-line value longer than this is compared line by line. */
const MAX_INLINE_CHARACTERS = 120
const MAX_DIFF_MILLISECONDS = 200

const TITLE = 'The operator changed this call before it ran; what ran is not what you sent. The change'

export const changedFields = (sent: Params, ran: Params): string[] =>
  [...new Set([...Object.keys(sent), ...Object.keys(ran)])].filter((name) => written(sent[name]) !== written(ran[name])).toSorted()

/** Both forms as recorded: a change inside a masked part is named, not shown. */
export function describeEdit(sent: Params, ran: Params): string {
  const changes = changedFields(sent, ran).map((name) => describeField(name, sent[name], ran[name]))
  const { text, isCut } = boundText(
    changes.join('\n') || 'In a part that is masked on record, or too long to be compared.',
    MAX_LINES,
    MAX_CHARACTERS,
  )
  return quote(TITLE, isCut ? `${text.trimEnd()}\n[… the rest of the change is left out …]` : text)
}

function describeField(name: string, before: unknown, after: unknown): string {
  if (after === undefined) return `${name}: removed (was ${inline(before)})`
  if (before === undefined) return `${name}: added, ${inline(after)}`
  if (isShort(before) && isShort(after)) return `${name}: ${inline(before)} became ${inline(after)}`
  return `${name}:\n${unifiedDiff(asText(before), asText(after), MAX_DIFF_MILLISECONDS).trimEnd()}`
}

const written = (value: unknown): string | undefined => JSON.stringify(value)

const isShort = (value: unknown): boolean =>
  inline(value).length <= MAX_INLINE_CHARACTERS && !(typeof value === 'string' && /\n./.test(value))

const inline = (value: unknown): string => written(value) ?? 'nothing'

const asText = (value: unknown): string => (typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`)
