// A terminal for a process that outlives its call. The program `script` makes it, inside the sandbox where there is one: so the
// process has a controlling terminal although the sandbox begins a session of its own, and the runner needs no native code.
import { existsSync } from 'node:fs'
import { errorFields, type Logger } from '../../ports/logger.ts'
import { readProgram } from '../../programs/spawn-program.ts'

export interface Terminal {
  /** The same program call, with a terminal as its input and output. */
  wrap(words: readonly string[]): readonly string[]
}

const SCRIPT = '/usr/bin/script'
/** Ends with the exit code of the program, prints each byte at once, and says nothing itself. */
const OPTIONS = ['-q', '-e', '-f', '-E', 'always']
/** Lines end as in a pipe; the width is one that programs do not break their lines at too soon. */
const MODE = 'stty -onlcr cols 160 rows 50'
const TRIED_EXIT_CODE = 7

const words = (command: string): readonly string[] => [SCRIPT, ...OPTIONS, '-c', command, '/dev/null']

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** Undefined where this machine cannot make one: processes then have no input. */
export function openTerminal(logger: Pick<Logger, 'warn'>): Terminal | undefined {
  if (process.platform !== 'linux' || !existsSync(SCRIPT) || !works(logger)) return undefined
  return { wrap: (program) => words(`${MODE}; exec ${program.map(quote).join(' ')}`) }
}

/** Older ones do not know the options. */
function works(logger: Pick<Logger, 'warn'>): boolean {
  try {
    readProgram(SCRIPT, words(`exit ${TRIED_EXIT_CODE}`).slice(1))
  } catch (error) {
    if ((error as { status?: unknown }).status === TRIED_EXIT_CODE) return true
    logger.warn(errorFields(error), 'processes get no terminal: the program script does not work here')
  }
  return false
}
