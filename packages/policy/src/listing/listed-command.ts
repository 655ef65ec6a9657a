// What may stand on a project's list of commands: the first words of a command line, as `terraform plan` or `./scripts/check.sh`.
import { type Sentence, sentence } from '@countersign/protocol'
import { isNeverAllowed, WRAPPER_COMMANDS } from '../command/allowed-commands.ts'
import { printable } from '../risk/index.ts'

const MAX_WORDS = 4
const NAME = /^[a-z0-9][a-z0-9._+-]*$/i
/** Below the workspace; what a path of it leads to is the runner's to decide. */
const PROGRAM = /^(?:\.\/)?[a-z0-9._@+-]+(?:\/[a-z0-9._@+-]+)+$/i
/** No option: what a command does with one is judged each time. */
const SUB_COMMAND = /^[a-z0-9][a-z0-9._:@/+-]*$/i

export interface CheckedCommand {
  /** With single spaces between its words, a program of the workspace beginning with `./`. */
  readonly command: string
  /** Why it cannot be listed. */
  readonly problem?: Sentence
}

export function checkListedCommand(text: string): CheckedCommand {
  const words = text.trim().split(/\s+/)
  const [program = '', ...rest] = words
  // As `./scripts/check.sh`: a call by its path is compared in that form.
  const command = [PROGRAM.test(program) && !program.startsWith('./') ? `./${program}` : program, ...rest].join(' ')
  const isProgram = PROGRAM.test(program) && !program.split('/').includes('..')
  if (words.length > MAX_WORDS || !(NAME.test(program) || isProgram) || !rest.every((word) => SUB_COMMAND.test(word)))
    return { command, problem: sentence('problem.not-a-command', { command: printable(command) }) }
  if (isNeverAllowed(program) || WRAPPER_COMMANDS.has(program))
    return { command, problem: sentence('problem.never-listed', { command: printable(program) }) }
  return { command }
}
