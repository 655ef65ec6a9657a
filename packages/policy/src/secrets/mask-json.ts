// Masks a JSON value: by the names of its fields, by the flag before an argument, and every text by its content.

import { isPath } from './assigned/literals.ts'
import { secretKind } from './assigned/secret-names.ts'
import { MASK } from './formats/format.ts'

type MaskText = (text: string) => string

/** Deeper values are not walked: a guard that gives up hides everything instead of showing it. */
const MAX_DEPTH = 200

/** `credentials: 'include'`, `token: 'none'`. A field called password may well contain the word "secret", so the list is short. */
const HARMLESS = new Set([
  '',
  'string',
  'none',
  'null',
  'undefined',
  'true',
  'false',
  'include',
  'omit',
  'same-origin',
  'inherit',
  'required',
  'optional',
])

const SCHEMA_FIELDS = ['type', '$ref', 'description', 'properties', 'anyOf', 'oneOf', 'enum', '$body']

export function maskJson(value: unknown, maskText: MaskText, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return MASK
  return Array.isArray(value) ? maskArray(value, maskText, depth + 1) : maskObject(value as Record<string, unknown>, maskText, depth + 1)
}

function maskArray(items: readonly unknown[], maskText: MaskText, depth: number): unknown {
  return mapItems(items, (item, index) =>
    index > 0 && isSecretFlag(items[index - 1]) && isArgument(item) ? MASK : maskJson(item, maskText, depth),
  )
}

function maskObject(fields: Record<string, unknown>, maskText: MaskText, depth: number): unknown {
  return mapFields(fields, maskText, (name, value) => {
    const isSecret = (secretKind(name) !== undefined && !isFolder(name, value)) || isSecretIn(fields, name)
    return isSecret ? hideAll(value, maskText, depth) : maskJson(value, maskText, depth)
  })
}

const KEY_FIELDS = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])

/**
 * Fields that are secret because of the fields beside them: `pass` beside `user`, `value` beside the name of a secret, the numbers of a
 * private JWK.
 */
function isSecretIn(fields: Record<string, unknown>, name: string): boolean {
  if (name === 'pass') return 'user' in fields || 'username' in fields
  if (name === 'value') return [fields.name, fields.key].some((named) => typeof named === 'string' && secretKind(named) !== undefined)
  if (KEY_FIELDS.has(name)) return typeof fields.kty === 'string'
  return (name === 'data' || name === 'stringData') && fields.kind === 'Secret'
}

/** `pwd` is the working folder of a shell as often as a password. */
const isFolder = (name: string, value: unknown): boolean => /pwd$/i.test(name) && typeof value === 'string' && isPath(value)

/** Under a secret name every text is hidden, including those inside lists and maps; a schema that only describes such a field is not. */
function hideAll(value: unknown, maskText: MaskText, depth: number): unknown {
  if (typeof value === 'string') return HARMLESS.has(value) || value.endsWith(MASK) ? value : MASK
  if (typeof value === 'number') return Math.abs(value) >= 1_000 ? MASK : value
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return MASK
  if (Array.isArray(value)) return mapItems(value, (item) => hideAll(item, maskText, depth + 1))
  if (SCHEMA_FIELDS.some((field) => Object.hasOwn(value, field))) return maskJson(value, maskText, depth)
  return mapFields(value as Record<string, unknown>, maskText, (_name, item) => hideAll(item, maskText, depth + 1))
}

/** Both functions return the object they were given if nothing changed. */
function mapItems(items: readonly unknown[], map: (item: unknown, index: number) => unknown): readonly unknown[] {
  const mapped = items.map(map)
  return mapped.every((item, index) => Object.is(item, items[index])) ? items : mapped
}

function mapFields(
  fields: Record<string, unknown>,
  maskText: MaskText,
  map: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  let changed = false
  const mapped = Object.entries(fields).map(([name, value]): [string, unknown] => {
    const entry: [string, unknown] = [maskText(name), map(name, value)]
    changed ||= entry[0] !== name || !Object.is(entry[1], value)
    return entry
  })
  return changed ? Object.fromEntries(mapped) : fields
}

const isSecretFlag = (item: unknown): boolean =>
  typeof item === 'string' && /^--?[A-Za-z]/.test(item) && !item.includes('=') && secretKind(item.replace(/^-+/, '')) !== undefined

const isArgument = (item: unknown): boolean => typeof item === 'string' && !item.startsWith('-') && !HARMLESS.has(item)
