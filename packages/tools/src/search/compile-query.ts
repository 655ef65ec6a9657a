// The search query, prepared for our own search and, if both are certain to agree, for ripgrep.
import { Failure } from '@countersign/protocol'
import { parsePattern } from './parse-pattern.ts'
import { escapeCharacter, type Pattern, refuse } from './pattern-text.ts'

export interface QueryOptions {
  readonly query: string
  readonly regex: boolean
  readonly caseSensitive: boolean
}

export interface CompiledQuery {
  /** The text itself, if no pattern is needed to find it. */
  readonly literal?: string | undefined
  /** For a RegExp with the flag `u`, and `i` unless case matters. */
  readonly javascript: string
  /** For ripgrep; undefined if it might find different matches. */
  readonly rust: string | undefined
  readonly caseSensitive: boolean
}

// Unicode grows: a letter may have gained its other case after one of the two programs was built. These scripts are stable.
const FOLDS_ALIKE = /^[\t -~\u00c0-\u017f\u0370-\u03ff\u0400-\u04ff\u3000-\u9fff]*$/

/** Fails with INVALID_ARGUMENTS and an explanation if it cannot be searched for. */
export function compileQuery({ query, regex, caseSensitive }: QueryOptions): CompiledQuery {
  if (/[\0\n\r]/.test(query)) throw refuse('problem.query-line-break')
  if (!query.isWellFormed()) throw refuse('problem.query-half-character')
  const { javascript, rust } = regex ? parsePattern(query) : escapeText(query)
  const isAlike = caseSensitive || FOLDS_ALIKE.test(query)
  return { literal: caseSensitive && !regex ? query : undefined, javascript, rust: isAlike ? rust : undefined, caseSensitive }
}

/** The failure, for callers that only need to know whether it can be searched for. */
export function problemOf(options: QueryOptions): Failure | undefined {
  try {
    compileQuery(options)
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

function escapeText(text: string): Pattern {
  const characters = Array.from(text, escapeCharacter)
  return { javascript: characters.map((one) => one.javascript).join(''), rust: characters.map((one) => one.rust).join('') }
}
