// Which commands may be a class by their name alone, whatever follows: their arguments choose files, tests or options, and nothing that is run.

/** Programs without sub-commands that test, check or format. */
const CHECKERS: ReadonlySet<string> = new Set(
  (
    'pytest mypy pyright black isort flake8 pylint bandit rspec rubocop phpunit phpstan pest psalm jest vitest mocha ava tsc vue-tsc eslint oxlint ' +
    'prettier stylelint knip cspell gofmt goimports staticcheck gotestsum clang-format clang-tidy rustfmt ctest ninja hadolint'
  ).split(' '),
)

/** The words after such a sub-command are another program, a script, code, or where to find it. */
const RUNS_ANOTHER: ReadonlySet<string> = new Set(
  'run exec x dlx create eval runner shell tool c console repl watch serve workspace set set-script'.split(' '),
)

/** Of these the words after `run` only choose what is checked. */
const RUNS_CHECKS: ReadonlySet<string> = new Set(['golangci-lint run', 'vitest run', 'cypress run', 'cypress open'])

/** What they change is named by their operands, or by a file that an operand names. */
const BY_OPERANDS: ReadonlySet<string> = new Set(['git apply', 'git am', 'npm pkg set', 'npm version'])

const WORD = /^[a-z][\w:.-]*$/
const VERSION = /^(?:--version|-v|-V|--help|-h)$/

export const isChecker = (program: string): boolean => CHECKERS.has(program)

export const runsAnother = (subCommand: string): boolean => RUNS_ANOTHER.has(subCommand)

export function isNamedCommand(subCommand: string): boolean {
  const [program = '', ...words] = subCommand.split(' ')
  if (words.length === 0) return isChecker(program)
  if (RUNS_CHECKS.has(subCommand)) return true
  if (BY_OPERANDS.has(subCommand) || words.some(runsAnother)) return false
  return words.every((word) => WORD.test(word)) || (words.length === 1 && VERSION.test(words[0] ?? ''))
}
