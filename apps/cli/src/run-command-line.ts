// Runs one command, from its arguments to its exit code.
import { createProgram } from './program.ts'

export async function runCommandLine(words: readonly string[]): Promise<number | undefined> {
  try {
    await createProgram().parseAsync([...words])
    return process.exitCode as number | undefined
  } catch (error) {
    const { reportError } = await import('./terminal/report-error.ts')
    return reportError(error)
  }
}
