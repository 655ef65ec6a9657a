// What a secret format is: literals that announce it, and a pattern tried where one of them was found. Group 1 of a pattern
// stays visible. A pattern either consumes what it reads or gives up after a bounded number of characters: no text makes it slow.

import type { Span } from '../assigned/multi-line-values.ts'

/** What stands in place of a secret. */
export const MASK = '[masked]'

export interface SecretFormat {
  readonly name: string
  readonly triggers: readonly string[]
  /** Sticky; starts at the trigger, or this many characters before it. */
  readonly pattern?: RegExp
  readonly startsBefore?: number
  /** Instead of the pattern, where one announces several, or one that lies before it; bounded like a pattern. */
  readonly find?: (text: string, start: number) => readonly Span[]
  /** Where the trigger is an everyday character: a cheap look before the pattern is tried. */
  readonly precheck?: (text: string, start: number) => boolean
  /** A last word on what the pattern found, where the shape alone is not enough. */
  readonly accept?: (secret: string) => boolean
}

/** Not inside a longer word, save where the letter before belongs to an escape: `\n`, `%3D`, a colour code. */
export const WORD_START = '(?<=^|[^A-Za-z0-9]|\\\\[nrt]|%[0-9A-Fa-f]{2}|\\[[0-9;]{0,12}m)'

/** A format that is a fixed beginning and a body: the beginning stays visible. */
export function prefixed(name: string, prefixes: string, body: string): SecretFormat {
  const triggers = prefixes.split(' ')
  const alternatives = triggers.map((prefix) => prefix.replace(/[.$/|+]/g, '\\$&')).join('|')
  return { name, triggers, pattern: new RegExp(`${WORD_START}(${alternatives})${body}`, 'y') }
}
