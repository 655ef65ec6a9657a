// An error as a person reads it: one sentence, what to do, and an exit code.
import { RefusedRequest, ServerUnreachable } from '@countersign/client'
import { PolicyFileError } from '@countersign/policy'
import { ERROR_CODES, Failure } from '@countersign/protocol'
import { StartRefused } from '@countersign/server/start-refused'
import { StorageError } from '@countersign/server/storage-error'
import { red } from './colours.ts'
import { ownName } from './own-name.ts'
import { systemErrorText } from './system-error.ts'

export const EXIT = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const

/** Wrong use of the command line: a sentence, no stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export function reportError(error: unknown): number {
  if (error instanceof UsageError || error instanceof PolicyFileError) return say(error.message, EXIT.usage)
  if (error instanceof ServerUnreachable)
    return say(`${error.message}\nIs it running? Start it with: ${ownName} serve --workspace DIR`, EXIT.unreachable)
  if (error instanceof RefusedRequest || error instanceof Failure)
    return say(`${error.message}\n${ERROR_CODES[error.code].advice}`, EXIT.failed)
  if (error instanceof StorageError || error instanceof StartRefused) return say(error.message, EXIT.failed)
  return say(systemErrorText(error) ?? defectText(error), EXIT.failed)
}

const defectText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

function say(text: string, code: number): number {
  process.stderr.write(`${red('error')} ${text}\n`)
  return code
}
