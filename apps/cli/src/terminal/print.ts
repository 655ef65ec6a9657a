// Output of a command (JSON for programs, text for people), and JSON arguments.
import { UsageError } from './report-error.ts'

export const printJson = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)

export const printLine = (text = ''): void => void process.stdout.write(`${text}\n`)

const EXAMPLE = `Write an object in single quotes: '{"path":"README.md"}'`

/** Parses a JSON object from the command line; the error says where it is wrong. */
export function parseJson(text: string, what: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${(error as SyntaxError).message}\n${EXAMPLE}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${what} is not a JSON object\n${EXAMPLE}`)
  return value as Record<string, unknown>
}
