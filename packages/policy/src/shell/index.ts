// Judgement of shell lines. The grammar is passed in; see grammar-types.ts.
export type { ParseShellLine, ShellNode } from './grammar-types.ts'
export { judgeShellLine, type ShellContext } from './judge-shell-line.ts'
export { type ShellConcerns, shellConcerns } from './shell-concerns.ts'
export { SHELL_LIMITS } from './shell-limits.ts'
export { shellWords, soleCommand } from './shell-words.ts'
