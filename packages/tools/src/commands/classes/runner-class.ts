// The class of a command that runs what its own words name: another program (`uv run pytest`, `npx vitest`) or a task (`mvn test`). The
// runner as such is never a class, because the next call could then run anything: the program, its sub-command or the tasks belong to it.
import type { CommandPart } from '@countersign/policy'
import type { ClassWords } from './class-words.ts'
import { exactWords, namedWords, plainWords } from './class-words.ts'
import { isCheckingModule } from './interpreter-class.ts'
import { isChecker, runsAnother } from './named-commands.ts'
import { baseName, isInterpreter, runsPrograms } from './programs-that-run.ts'

/** The words after these are a program with its own words. */
const PROGRAM_RUNNERS: ReadonlySet<string> = new Set([
  'npx',
  'pnpx',
  'bunx',
  'uvx',
  'npm exec',
  'npm x',
  'pnpm exec',
  'pnpm dlx',
  'yarn exec',
  'yarn dlx',
  'bun x',
  'uv run',
  'uv tool',
  'poetry run',
  'pipenv run',
  'pdm run',
  'rye run',
  'hatch run',
  'conda run',
  'bundle exec',
  'composer exec',
  'dotnet tool',
  'dotnet exec',
  'go tool',
])

/** Every plain word of these is a task, a target or a file of code. */
const TASK_RUNNERS: ReadonlySet<string> = new Set(
  'mvn mvnw gradle gradlew just rake tox nox ant grunt gulp task invoke inv turbo lerna composer rails'.split(' '),
)
const TASK_COMMANDS: ReadonlySet<string> = new Set([
  'go run',
  'go generate',
  'dotnet run',
  'cargo run',
  'nx run',
  'nx run-many',
  'deno task',
])

const SUBCOMMAND = /^[a-z][a-z-]*$/

/** Undefined if it is no runner; `none` if it is one and has no class. */
export function runnerClassWords(part: CommandPart): ClassWords | 'none' | undefined {
  const { words, subCommand = words[0] ?? '' } = part
  const prefix = subCommand.split(' ')
  if (PROGRAM_RUNNERS.has(subCommand)) {
    const isPlaced = prefix.every((word, index) => words[index] === word)
    return (isPlaced && programWords(prefix, withoutDashes(words.slice(prefix.length)), part)) || 'none'
  }
  if (TASK_COMMANDS.has(subCommand) || TASK_RUNNERS.has(baseName(words[0] ?? ''))) return taskWords(part)
  return undefined
}

const withoutDashes = (words: readonly string[]): readonly string[] => (words[0] === '--' ? words.slice(1) : words)

/** `inner` is the program with its words; an option before it may choose another program, package or folder. */
function programWords(prefix: readonly string[], inner: readonly string[], { risk, network }: CommandPart): ClassWords | undefined {
  const [program = '', first = '', second = ''] = inner
  if (program === '' || program.startsWith('-') || runsPrograms(program)) return undefined
  const isModule = isCheckingModule(inner.slice(1))
  if (isInterpreter(program) && !isModule && (first === '' || first.startsWith('-'))) return undefined
  const all = [...prefix, ...inner]
  if (risk === 'HIGH' || network) return exactWords(all)
  if (isInterpreter(program))
    return isModule ? namedWords([...prefix, program, first, second]) : namedWords([...prefix, program, first], 'scope.script')
  if (isChecker(program)) return namedWords([...prefix, program])
  if (SUBCOMMAND.test(first) && !runsAnother(first) && !TASK_RUNNERS.has(program)) return namedWords([...prefix, program, first])
  return plainWords(all)
}

function taskWords({ words, risk, network }: CommandPart): ClassWords | 'none' {
  // The words of `rails runner` are code.
  if (words.some((word) => word === 'runner' || word === 'eval')) return 'none'
  // `just` runs its first recipe, `just --list` runs nothing.
  const hasTask = words.slice(1).some((word) => !word.startsWith('-'))
  return risk === 'HIGH' || network || !hasTask ? exactWords(words) : (plainWords(words) ?? exactWords(words))
}
