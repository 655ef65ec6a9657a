// The structure of a shell script, as the parser of this folder reads it: statements that hold commands, and words that hold parts.

export interface Word {
  readonly parts: readonly WordPart[]
  readonly raw: string
  readonly start: number
}

export type WordPart =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  /** `*`, `?` or `[…]` outside quotes: replaced by the names of files that match. */
  | { readonly kind: 'pattern'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean }
  /** `${x:-y}`, `${x%.ts}`, `${#x}`: a value that is made of the variable's. */
  | { readonly kind: 'expansion'; readonly name: string; readonly quoted: boolean }
  | { readonly kind: 'substitution'; readonly body: Statement; readonly quoted: boolean }
  /** `<(…)`: the name of a pipe from the output of commands. */
  | { readonly kind: 'process'; readonly body: Statement }
  | { readonly kind: 'arithmetic'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'tilde'; readonly text: string }

export interface Redirection {
  readonly operator: string
  readonly descriptor: string
  /** The target; the text of a here-string or here-document. */
  readonly target: Word
}

export interface Assignment {
  readonly name: string
  /** `NAME=(a b)` has several. */
  readonly values: readonly Word[]
  readonly isList: boolean
  readonly appends: boolean
}

export interface CommandStatement {
  readonly kind: 'command'
  readonly assignments: readonly Assignment[]
  readonly words: readonly Word[]
  readonly redirections: readonly Redirection[]
  readonly start: number
}

export type Statement =
  | CommandStatement
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  /** Joined by `&&` and `||`; the first has no joint. */
  | { readonly kind: 'chain'; readonly links: readonly ChainLink[] }
  | { readonly kind: 'pipeline'; readonly stages: readonly Statement[] }
  | { readonly kind: 'group'; readonly body: Statement; readonly isSubshell: boolean; readonly redirections: readonly Redirection[] }
  | {
      readonly kind: 'if'
      readonly branches: readonly { readonly condition?: Statement; readonly body: Statement }[]
      readonly redirections: readonly Redirection[]
    }
  | {
      readonly kind: 'for'
      readonly name: string
      readonly words: readonly Word[]
      readonly body: Statement
      readonly redirections: readonly Redirection[]
    }
  | { readonly kind: 'while'; readonly condition: Statement; readonly body: Statement; readonly redirections: readonly Redirection[] }
  | {
      readonly kind: 'case'
      readonly word: Word
      /** After `;;&` the patterns that follow are tried too. */
      readonly branches: readonly { readonly patterns: readonly Word[]; readonly body: Statement; readonly goesOn: boolean }[]
      readonly redirections: readonly Redirection[]
    }
  /** `hasKeyword`: `function f { …; }`, which is a command for other shells. */
  | { readonly kind: 'function'; readonly name: string; readonly body: Statement; readonly hasKeyword: boolean }
  /** `[[ … ]]` */
  | { readonly kind: 'test'; readonly words: readonly Word[]; readonly redirections: readonly Redirection[] }
  /** `(( … ))` */
  | { readonly kind: 'arithmetic'; readonly text: string }

export interface ListItem {
  readonly statement: Statement
  readonly background: boolean
  /** bash reads a script line by line: an error that ends a line does not end the script. */
  readonly endsLine: boolean
}

export interface ChainLink {
  readonly joint: '' | '&&' | '||'
  readonly statement: Statement
}

/** Thrown inside the parser only; its reader returns it as a value. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood'
  readonly text: string

  constructor(text: string) {
    super(text)
    this.text = text
  }
}
