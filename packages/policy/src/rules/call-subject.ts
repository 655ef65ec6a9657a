// What a rule looks at: the tool, the names of its files (requested and resolved), the commands that it runs.

export interface CallSubject {
  readonly tool: string
  readonly paths: readonly string[]
  readonly commands: readonly (readonly string[])[]
  /** The first words of commands whose other words are known only when they run: asked and denied by what they may be, never allowed. */
  readonly openCommands?: readonly (readonly string[])[]
}
