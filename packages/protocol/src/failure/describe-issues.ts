// What a schema found wrong, as sentences: made from the code, the path and the bounds of an issue, never from zod's English. In
// English each reads as zod's own message; an issue that cannot be said that way keeps its message as a quoted text.
import * as z from 'zod'
import { inEnglish, type PlainFormName, type Sentence, type SlotValue, sentence } from '../sentence/sentence.ts'

type Issue = z.core.$ZodIssue
type Sized = Pick<z.core.$ZodIssueTooBig, 'origin' | 'inclusive' | 'exact'>

/** One problem without its place. `input` is the whole value that the schema got. */
export function describeIssue(issue: Issue, input: unknown): Sentence {
  const said = OWN_PROBLEMS.get(issue.message) ?? describeByCode(issue, input)
  return said && inEnglish(said) === issue.message ? said : sentence('text', { text: issue.message })
}

/** A problem with its place, such as `body.scope: Invalid input`. */
export const describeField = (field: string, problem: Sentence): Sentence => sentence('problem.field', { field, problem })

/** Several problems, joined by semicolons. */
export function joinProblems([first, ...others]: readonly Sentence[]): Sentence {
  if (!first) return sentence('issue.not-understood')
  return others.length === 0 ? first : sentence('problem.and-more', { first, rest: joinProblems(others) })
}

function describeByCode(issue: Issue, input: unknown): Sentence | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return sentence('issue.type', { expected: nameType(issue.expected), received: nameType(receivedType(issue, input)) })
    case 'invalid_value':
      return describeValues(issue.values)
    case 'too_big':
      return describeSize('too-big', issue, issue.maximum)
    case 'too_small':
      return describeSize('too-small', issue, issue.minimum)
    case 'invalid_format':
      return issue.format === 'regex' ? sentence('issue.pattern', { pattern: issue.pattern ?? '' }) : describeFormat(issue.format)
    case 'not_multiple_of':
      return sentence('issue.multiple', { divisor: issue.divisor })
    case 'unrecognized_keys':
      return sentence(issue.keys.length > 1 ? 'issue.unknown-keys' : 'issue.unknown-key', {
        keys: z.core.util.joinValues(issue.keys, ', '),
      })
    case 'invalid_key':
      return sentence('issue.key', { origin: nameType(issue.origin) })
    case 'invalid_element':
      return sentence('issue.element', { origin: nameType(issue.origin) })
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? describeKinds(issue.options) : sentence('issue.other')
    default:
      return sentence('issue.other')
  }
}

const describeValues = (values: readonly z.core.util.Primitive[]): Sentence =>
  values.length === 1
    ? sentence('issue.value', { value: z.core.util.stringifyPrimitive(values[0]) })
    : sentence('issue.option', { values: z.core.util.joinValues([...values], '|') })

const describeKinds = (kinds: readonly unknown[]): Sentence =>
  sentence('issue.kind', { options: kinds.map((kind) => `'${kind}'`).join(' | ') })

const UNITS: Readonly<Record<string, PlainFormName>> = { string: 'unit.characters', array: 'unit.items' }

function describeSize(side: 'too-big' | 'too-small', { origin, inclusive, exact }: Sized, limit: number | bigint): Sentence {
  const sign = `${side === 'too-big' ? '<' : '>'}${inclusive ? '=' : ''}`
  const bound = exact ? sentence('issue.exactly') : sign
  const size = { origin: nameType(origin), bound, limit: String(limit) }
  const unit = UNITS[origin]
  return unit ? sentence(`issue.${side}-size`, { ...size, unit: sentence(unit) }) : sentence(`issue.${side}`, size)
}

const FORMATS: Readonly<Record<string, PlainFormName>> = { date: 'type.date', datetime: 'type.datetime' }

const describeFormat = (format: string): Sentence => {
  const known = FORMATS[format]
  return sentence('issue.format', { format: known ? sentence(known) : format })
}

/** Issues do not carry what was received: it is found in the input. */
function receivedType({ path }: Issue, input: unknown): string {
  const value = path.reduce<unknown>((inside, key) => (inside as Record<PropertyKey, unknown> | null | undefined)?.[key], input)
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : z.core.util.parsedType(value)
}

const TYPES = ['string', 'number', 'int', 'boolean', 'array', 'object', 'record', 'null', 'undefined'] as const

const nameType = (type: string): SlotValue => {
  const known = TYPES.find((one) => one === type)
  return known ? sentence(`type.${known}`) : type
}

const NOUNS = ['project', 'session', 'execution', 'attempt', 'approval', 'grant', 'runner', 'message', 'turn'] as const

/** The messages that schemas of this project give themselves. */
const OWN_PROBLEMS: ReadonlyMap<string, Sentence> = new Map(
  [
    sentence('issue.digest'),
    sentence('issue.process-name'),
    sentence('issue.commit-message'),
    sentence('issue.args-once'),
    sentence('issue.result-needed'),
    sentence('issue.edit-needed'),
    ...NOUNS.map((noun) => sentence('issue.id', { noun: sentence(`noun.${noun}`) })),
  ].map((problem) => [inEnglish(problem), problem]),
)
