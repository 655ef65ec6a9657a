export { createShellGrammar, type GrammarFiles, type ShellGrammar } from './shell-grammar.ts'
