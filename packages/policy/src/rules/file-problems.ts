// What is wrong with a file of rules, said for the person who wrote it: on which line, and what was probably meant.
import type * as z from 'zod'
import { policyFileSchema, ruleSchema } from './policy-file.ts'

type Place = readonly PropertyKey[]

interface Problem {
  readonly at: Place
  readonly problem: string
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  rule: Object.keys(ruleSchema.shape),
  command: Object.keys(policyFileSchema.shape.command.unwrap().element.shape),
  examples: ['match', 'no_match'],
  example: ['tool', 'path', 'command'],
}

export function describeIssue(issue: z.core.$ZodIssue | undefined, raw: unknown): Problem {
  if (!issue) return { at: [], problem: 'not a file of rules' }
  const { path } = issue
  const key = path.filter((part) => typeof part === 'string').slice(path.length > 1 ? 1 : 0)
  const where = key.length > 0 ? `${key.join('.')}: ` : ''
  if (issue.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys
    return { at: [...path, unknown], problem: `${where}${unknownName('key', unknown, keysAt(path))}` }
  }
  if (issue.code === 'invalid_value') {
    const given = valueAt(raw, path)
    const choices = issue.values.map(String)
    if (given === undefined) return { at: path.slice(0, 2), problem: `${where}missing: write one of ${choices.join(', ')}` }
    return { at: path, problem: `${where}${JSON.stringify(given)} is not one of ${choices.join(', ')}${suggest(String(given), choices)}` }
  }
  const isMissing = issue.code === 'invalid_type' && valueAt(raw, path) === undefined
  return { at: isMissing ? path.slice(0, 2) : path, problem: `${where}${isMissing ? 'missing' : issue.message}` }
}

export const unknownName = (kind: string, name: string, known: readonly string[]): string =>
  `there is no ${kind} ${JSON.stringify(name)}${suggest(name, known) || `: there are ${known.join(', ')}`}`

function keysAt(path: Place): readonly string[] {
  const [table] = path
  if (table === undefined) return Object.keys(policyFileSchema.shape)
  if (path.includes('examples')) return KEYS[path.at(-1) === 'examples' ? 'examples' : 'example'] ?? []
  return KEYS[String(table)] ?? []
}

const valueAt = (raw: unknown, path: Place): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], raw)

function suggest(name: string, known: readonly string[]): string {
  const near = known
    .map((one) => ({ one, distance: editsBetween(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, distance }) => distance <= Math.max(1, Math.floor(one.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)[0]
  return near ? `: did you mean ${near.one}?` : ''
}

/** How many letters must be put in, left out or replaced to get from one word to the other. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++)
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)))
    row = next
  }
  return row[to.length] ?? 0
}

/** The line of the key, or of the `[[table]]` in which it is missing. */
export function lineOf(text: string, [table, index, ...rest]: Place): number {
  const lines = text.split('\n')
  if (typeof index !== 'number') return lineOfKey(lines, 0, table) ?? 1
  let seen = -1
  const header = new RegExp(`^\\s*\\[\\[\\s*${String(table)}\\s*\\]\\]`)
  const start = lines.findIndex((line) => header.test(line) && ++seen === index)
  if (start < 0) return 1
  return lineOfKey(lines, start + 1, rest[0]) ?? start + 1
}

function lineOfKey(lines: readonly string[], from: number, key: PropertyKey | undefined): number | undefined {
  if (key === undefined) return undefined
  const name = String(key).replace(/[^\w-]/g, '\\$&')
  const end = lines.findIndex((line, number) => number >= from && /^\s*\[/.test(line))
  const found = lines
    .slice(0, end < 0 ? undefined : end)
    .findIndex((line, number) => number >= from && new RegExp(`^\\s*"?${name}"?\\s*[.=]`).test(line))
  return found < 0 ? undefined : found + 1
}
