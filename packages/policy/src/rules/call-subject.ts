// What a rule looks at: the tool, the names of its files (requested and resolved), and the commands that it runs.

export interface CallSubject {
  readonly tool: string
  readonly paths: readonly string[]
  readonly commands: readonly (readonly string[])[]
  /**
   * The first words of commands whose other words are known only at run time: matched by ask and deny rules for what they may be, never by
   * allow rules.
   */
  readonly openCommands?: readonly (readonly string[])[]
  /** Commands that only read and need no rule to run: matched by ask and deny rules only. */
  readonly readingCommands?: readonly { readonly words: readonly string[]; readonly isOpen: boolean }[]
}
