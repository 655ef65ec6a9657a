// Programs that run other programs or code by nature: as such they are never a class.
import { RUNS_OTHERS } from '@countersign/policy'

/** On this machine or elsewhere. */
const RUNS_PROGRAMS: ReadonlySet<string> = new Set([
  ...RUNS_OTHERS,
  ...'sh bash dash zsh fish ksh env xargs timeout nohup nice ionice time stdbuf setsid command builtin eval exec source . sudo su doas ssh'.split(
    ' ',
  ),
])

const INTERPRETERS: ReadonlySet<string> = new Set(
  'python node nodejs deno bun ruby perl php lua julia tsx ts-node Rscript osascript pwsh java elixir scala groovy'.split(' '),
)

/** `.venv/bin/python3.12` is python: a path or a version makes it no other program. */
export const baseName = (program: string): string =>
  (program.split('/').at(-1) ?? program).replace(/^(python|pypy)\d?(?:\.\d+)?$/, 'python')

export const runsPrograms = (program: string): boolean => RUNS_PROGRAMS.has(baseName(program))

export const isInterpreter = (program: string): boolean => INTERPRETERS.has(baseName(program))
