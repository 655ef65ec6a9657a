// Structured logs, one JSON object per line. The shape of the port is pino's, so that pino fits where a host has it.
import { ServerUnreachable } from '@countersign/client'
import { Failure } from '@countersign/protocol'

export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export function createJsonLogger(write: (line: string) => void, clock: () => number = Date.now): Logger {
  const log = (level: string) => (fields: object, message: string) =>
    write(`${JSON.stringify({ level, time: new Date(clock()).toISOString(), message, ...fields })}\n`)
  return { info: log('info'), warn: log('warn'), error: log('error') }
}

/** An error as fields of a log line; a log never holds parameters or results. Only a defect needs its stack. */
export function errorFields(error: unknown): { error: string; cause?: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  const isExpected = error instanceof Failure || error instanceof ServerUnreachable
  return {
    error: error.message,
    ...(error.cause instanceof Error ? { cause: error.cause.message } : {}),
    ...(!isExpected && error.stack ? { stack: error.stack } : {}),
  }
}
