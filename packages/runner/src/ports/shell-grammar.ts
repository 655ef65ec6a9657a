// The grammar of the shell, as the program around the runner hands it in: it knows where the grammar's file lies.
import type { ParseShellLine } from '@countersign/policy'

export interface ShellGrammar {
  /** Loads it once, when the first shell line comes. */
  load(): Promise<ParseShellLine>
}
