// The structure that both readers of a shell line must agree on: a list of simple commands with their words, assignments and redirections.

/** Why the value of a word is known only at run time; `expansion` and `arithmetic` may run code and are refused. */
export type Dynamic = 'variable' | 'substitution' | 'expansion' | 'arithmetic' | 'glob' | 'brace' | 'tilde' | 'ansi' | 'translation'

export interface ShellWord {
  /** What the program gets; for a dynamic word, the closest value that can be determined without running it. */
  readonly value: string
  readonly raw: string
  readonly dynamic: readonly Dynamic[]
}

export interface Redirection {
  readonly operator: string
  readonly descriptor: string
  /** The target, the text of a here-string, or the delimiter of a here-document. */
  readonly target: ShellWord
}

export interface SimpleCommand {
  readonly assignments: ShellWord[]
  readonly words: ShellWord[]
  readonly redirections: Redirection[]
  /** Its input comes from a pipe. */
  readonly piped: boolean
}

export const isDynamic = (word: ShellWord): boolean => word.dynamic.length > 0
