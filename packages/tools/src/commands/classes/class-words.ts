// The words that make a class of commands: the same words, the same words with other options, or the first words with others behind them.
import type { ScriptRef } from '@countersign/protocol'
import { quoteWords } from '../../words/quote-word.ts'

export interface ClassWords {
  /** What makes the class: equal for calls that are the same thing. */
  readonly key: string
  readonly label: string
  readonly form: 'scope.command' | 'scope.command-place' | 'scope.exact-words' | 'scope.script' | 'scope.script-text' | 'scope.script-words'
  /** A script of the workspace whose text a grant binds. */
  readonly script?: Pick<ScriptRef, 'kind' | 'name'>
}

/** Whatever follows. */
export function namedWords(words: readonly string[], form: ClassWords['form'] = 'scope.command'): ClassWords {
  const label = quoteWords(words)
  return { key: label, label, form }
}

export function exactWords(words: readonly string[]): ClassWords {
  const label = quoteWords(words)
  return { key: `exactly ${label}`, label, form: 'scope.exact-words' }
}

/** `git fetch origin` is not `git fetch https://elsewhere.example`: every word that may name a host or a package belongs to the class. */
export function plainWords(words: readonly string[]): ClassWords | undefined {
  if (words.some((word) => word.startsWith('-') && /[:/]/.test(word))) return undefined
  const label = quoteWords(words.filter((word) => !word.startsWith('-')))
  return { key: label, label, form: 'scope.command-place' }
}
