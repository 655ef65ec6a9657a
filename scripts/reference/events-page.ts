// The page of events: made from the registry, so that it lists every event, its readers and its fields.
import { EVENTS } from '../../packages/protocol/src/index.ts'
import { page, table } from './markdown.ts'

type Entry = (typeof EVENTS)[keyof typeof EVENTS]

interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}

const INTRO = [
  'An event is one message of `GET /my/projects/{project}/chat/stream`: `event` is its type, `data` an object with the fields below.',
  'Durable events are rows of the log of the project; their `id` is the number of the row. Transient events are not in the log and, except for `reset`, have no `id`.',
  'Readers pass over types and fields that they do not know. Fields that only the log holds are in the audit export, not in the stream.',
].join(' ')

const describeReaders = ({ seenBy, operatorSees }: Entry): string =>
  [...seenBy, ...(operatorSees ? [`operator (as \`${operatorSees}\`)`] : [])].join(', ')

function describeType(schema: JsonSchema): string {
  const { anyOf, oneOf, items, pattern, format } = schema
  const variants = anyOf ?? oneOf
  if (schema.$ref) return (schema.$ref.split('/').at(-1) ?? '').toLowerCase()
  if (variants) return [...new Set(variants.map(describeType))].join(' or ')
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (items) return `list of ${describeType(items)}`
  if (format === 'date-time') return 'time'
  if (pattern) return pattern.includes('64') ? 'SHA-256' : 'id'
  return String(schema.type ?? 'any')
}

interface Schema {
  toJSONSchema(options: { unrepresentable: 'any' }): { readonly properties?: Record<string, unknown>; readonly required?: string[] }
}

function listFields(schema: Schema, names: readonly string[], where: string): string[][] {
  const { properties = {}, required = [] } = schema.toJSONSchema({ unrepresentable: 'any' })
  return Object.entries(properties)
    .filter(([name]) => names.includes(name))
    .map(([name, property]) => [`\`${name}\`${required.includes(name) ? '' : ' (optional)'}`, describeType(property as JsonSchema), where])
}

const within = (known: readonly string[], names: readonly string[]) => names.filter((name) => known.includes(name))
const outside = (known: readonly string[], names: readonly string[]) => names.filter((name) => !known.includes(name))

function listAllFields(entry: Entry): string[][] {
  const sent = Object.keys(entry.event.shape)
  if (!entry.isDurable) return listFields(entry.event, sent, 'stream')
  const logged = Object.keys(entry.row.shape)
  return [
    ...listFields(entry.event, within(logged, sent), 'stream, log'),
    ...listFields(entry.event, outside(logged, sent), 'stream'),
    ...listFields(entry.row, outside(sent, logged), 'log'),
  ]
}

export function events(): string {
  const entries = Object.entries(EVENTS) as [string, Entry][]
  const rows = entries.map(([type, entry]) => [
    `[\`${type}\`](#${type.replaceAll('.', '')})`,
    entry.when,
    entry.isDurable ? 'durable' : 'transient',
    describeReaders(entry),
  ])
  const parts = entries.map(([type, entry]) => `## ${type}\n\n${entry.when}\n\n${table(['field', 'type', 'in'], listAllFields(entry))}`)
  return page('Events', INTRO, table(['type', 'when', 'kept', 'who sees it'], rows), ...parts)
}
