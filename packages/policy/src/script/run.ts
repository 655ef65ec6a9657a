// What following a script finds: the programs that may start, and their arguments as far as they are known before it runs.

export interface Field {
  /** The argument; where it is not known, the closest that can be said: the pattern, or what it begins with and a placeholder. */
  readonly text: string
  readonly isOpen: boolean
  /** Unknown, and nothing written before it: the program may take it for an option. */
  readonly mayBeOption: boolean
  readonly isPattern: boolean
  /** What it surely begins with. */
  readonly prefix: string
  /** Begins with a home folder. */
  readonly isHome: boolean
  /** Programs whose output became part of it. */
  readonly from: readonly Run[]
  /** Unknown and outside quotes: it may become several words. */
  readonly splits?: true
  /** Unknown, but digits only. */
  readonly isNumber?: true
}

export const plainField = (text: string): Field => ({
  text,
  isOpen: false,
  mayBeOption: false,
  isPattern: false,
  prefix: text,
  isHome: false,
  from: [],
})

export interface FollowedRedirection {
  readonly operator: string
  readonly descriptor: string
  readonly target: Field
}

/** A program or builtin that may start. */
export interface Run {
  readonly fields: readonly Field[]
  readonly assignments: readonly { readonly name: string; readonly value: Field }[]
  readonly redirections: readonly FollowedRedirection[]
  readonly folders: readonly string[]
  /** Its standard input comes from a pipe, from these programs. */
  readonly upstream: readonly Run[] | undefined
  readonly isBackground: boolean
  /** Its output becomes words of another command. */
  readonly isSubstituted: boolean
}

/** What a simple command says of itself, wherever it stands. */
export type SimpleRun = Pick<Run, 'fields' | 'assignments' | 'redirections'>
