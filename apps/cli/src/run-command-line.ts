// Runs one command, from its arguments to its exit code.
import { CommanderError } from 'commander'
import { createProgram } from './program.ts'

export async function runCommandLine(words: readonly string[]): Promise<number | undefined> {
  try {
    await createProgram().parseAsync([...words])
    return process.exitCode as number | undefined
  } catch (error) {
    // Commander has printed the version, the help or what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const { reportError } = await import('./terminal/report-error.ts')
    return reportError(error)
  }
}
