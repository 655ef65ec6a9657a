// The class of an interpreter with what it runs: a script of the workspace, or a module that tests or checks. Code in the call, from the input
// or from the temporary folder is never a class.
import type { CommandPart } from '@countersign/policy'
import { type ClassWords, exactWords, namedWords } from './class-words.ts'
import { isNamedCommand, runsAnother } from './named-commands.ts'

/** Python modules that do the same as the program of their name. */
const CHECKING_MODULES: ReadonlySet<string> = new Set(
  'pytest unittest mypy black isort flake8 pylint py_compile compileall doctest'.split(' '),
)

const SCRIPTS_WITH_COMMANDS = /(?:^|\/)(?:manage\.py|artisan|console|rails|rake)$/
const SUBCOMMAND = /^[a-z][\w:-]*$/
/** Sub-commands that take code as an argument or from their input. */
const TAKES_CODE: ReadonlySet<string> = new Set(['eval', 'repl', 'exec', 'jupyter', 'tinker', 'shell', 'dbshell', 'runner', 'console', 'c'])
const TEMPORARY = /^\/(?:var\/)?tmp\//
const INPUT = /^-$|^\/(?:dev|proc)\//

export const isCheckingModule = ([first, second = '']: readonly string[]): boolean => first === '-m' && CHECKING_MODULES.has(second)

export function interpreterClassWords({ words, risk, isWhole, subCommand = '' }: CommandPart): ClassWords | undefined {
  const [program = '', ...rest] = words
  const [first = '', second = ''] = rest
  if (first === '' || TAKES_CODE.has(first)) return undefined
  if (isCheckingModule(rest)) return risk === 'HIGH' ? exactWords(words) : namedWords([program, first, second])
  if (first === '--test' && risk !== 'HIGH') return namedWords([program, first])
  if (isOwnCommand(subCommand))
    return isNamedCommand(subCommand) && risk !== 'HIGH' ? namedWords(subCommand.split(' ')) : whole(words, isWhole)
  if (rest.some((word) => INPUT.test(word) || TEMPORARY.test(word))) return undefined
  if (first.startsWith('-')) return risk !== 'HIGH' && rest.some((word) => !word.startsWith('-')) ? whole(words, isWhole) : undefined
  if (risk === 'HIGH') return whole(words, isWhole)
  return SCRIPTS_WITH_COMMANDS.test(first) ? scriptCommandWords(words, isWhole) : namedWords([program, first], 'scope.script')
}

/** `bun test`, `deno add`: what the interpreter does besides running a file. */
const isOwnCommand = (subCommand: string): boolean => /^\S+ [a-z]/.test(subCommand)

const whole = (words: readonly string[], isWhole: boolean): ClassWords | undefined => (isWhole ? exactWords(words) : undefined)

/** `manage.py migrate` is not `manage.py shell -c CODE`. */
function scriptCommandWords(words: readonly string[], isWhole: boolean): ClassWords | undefined {
  const [, , command = ''] = words
  if (TAKES_CODE.has(command)) return undefined
  return SUBCOMMAND.test(command) && !runsAnother(command) ? namedWords(words.slice(0, 3), 'scope.script') : whole(words, isWhole)
}
