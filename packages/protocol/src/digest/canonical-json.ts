// Canonical JSON: the same value always has the same text, so that a digest binds meaning and not the order of keys.
import { Failure } from '../errors/failure.ts'
import { jsonProblem } from './json-problem.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Everything that is stored or compared comes through here: what cannot be is refused here, once for every channel. */
export function canonicalJson(value: unknown): string {
  const problem = jsonProblem(value)
  if (problem) throw new Failure('INVALID_ARGUMENTS', { subject: problem })
  return canonicalText(value)
}

function canonicalText(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => (item === undefined ? 'null' : canonicalText(item))).join(',')}]`
  if (typeof value === 'object') return canonicalObject(value as Record<string, unknown>)
  throw new TypeError(`a ${typeof value} has no canonical form`)
}

function canonicalObject(object: Record<string, unknown>): string {
  const keys = Object.keys(object).filter((key) => object[key] !== undefined)
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(object[key])}`)
    .join(',')}}`
}
