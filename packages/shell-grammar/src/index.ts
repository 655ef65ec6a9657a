export { createShellGrammar, type ShellGrammar } from './shell-grammar.ts'
