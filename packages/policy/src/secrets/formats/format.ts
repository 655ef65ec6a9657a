// A secret format: literals that announce it, and a pattern that is tried where one of them was found. Group 1 of a pattern stays visible.
// A pattern either consumes what it reads or gives up after a bounded number of characters, so no text makes it slow.

import type { Span } from '../assigned/multi-line-values.ts'

/** What stands in place of a secret. */
export const MASK = '[masked]'

export interface SecretFormat {
  readonly name: string
  readonly triggers: readonly string[]
  /** Sticky; starts at the trigger, or this many characters before it. */
  readonly pattern?: RegExp
  readonly startsBefore?: number
  /** Used instead of the pattern if one trigger announces several secrets, or one before it; bounded like a pattern. */
  readonly find?: (text: string, start: number) => readonly Span[]
  /** For a trigger that is an everyday character: the pattern is tried only if there is a dot so many characters after it. */
  readonly nextDot?: number
  /** A final check of what the pattern found, if the shape alone is not enough. */
  readonly accept?: (secret: string) => boolean
}

/**
 * Not inside a longer word, unless the letter before belongs to an escape: `
 * `, `%3D`, a colour code.
 */
export const WORD_START = '(?<=^|[^A-Za-z0-9]|\\\\[nrt]|%[0-9A-Fa-f]{2}|\\[[0-9;]{0,12}m)'

/** A format with a fixed prefix and a body: the prefix stays visible. */
export function prefixed(name: string, prefixes: string, body: string): SecretFormat {
  const triggers = prefixes.split(' ')
  const alternatives = triggers.map((prefix) => prefix.replace(/[.$/|+]/g, '\\$&')).join('|')
  return { name, triggers, pattern: new RegExp(`${WORD_START}(${alternatives})${body}`, 'y') }
}
