// Turns anything thrown into the error that the client sees. A failure describes itself; a defect shows only a reference to the
// log.
import { type ErrorView, Failure, sentence } from '@countersign/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { storageProblemOf } from '../store/storage-error.ts'
import { drainRequest } from './request-body.ts'

export interface ErrorParts {
  readonly logger: Logger
  readonly metrics: Metrics
}

export function createErrorHandler({ logger, metrics }: ErrorParts) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const failure = toFailure(error)
    const route = request.routeOptions.config.name ?? 'unknown'
    if (failure.code === 'INTERNAL') logger.error({ err: error, request_id: request.id, route }, 'defect')
    else if (failure.code === 'STORAGE') logger.error({ err: error, request_id: request.id, route }, 'storage')
    else logger.debug({ request_id: request.id, route, code: failure.code, status: failure.http }, 'refused')
    if (failure.http === 413) await drainRequest(request.raw)
    const { retry_after_seconds } = failure.details
    if (typeof retry_after_seconds === 'number') reply.header('retry-after', retry_after_seconds)
    metrics.answered(route, failure.http, reply.elapsedTime)
    return reply.code(failure.http).send(viewOf(failure, request.id))
  }
}

export function viewOf({ code, message, messageForm, details }: Failure, request_id: string): ErrorView {
  const { subject, ...shown } = details
  return { success: false, error: message, error_form: messageForm, error_code: code, details: shown, request_id }
}

const STORAGE_RETRY_SECONDS = 10

/** Refusals by the framework itself have a status below 500; everything else is a defect. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const storage = storageProblemOf(error)
  // The log names the file.
  if (storage)
    return new Failure('STORAGE', { subject: sentence(`storage.${storage}`), retry_after_seconds: STORAGE_RETRY_SECONDS }, { cause: error })
  const { statusCode = 500, message } = error instanceof Error ? (error as Error & { statusCode?: number }) : { message: '' }
  if (statusCode === 413)
    return new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.body-over-limit') }, { cause: error, http: 413 })
  if (statusCode === 404) return new Failure('NOT_FOUND', {}, { cause: error })
  if (statusCode === 415)
    return new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.content-type') }, { cause: error, http: 415 })
  if (statusCode >= 400 && statusCode < 500)
    return new Failure('INVALID_ARGUMENTS', { subject: sentence('text', { text: message }) }, { cause: error, http: statusCode })
  return new Failure('INTERNAL', {}, { cause: error })
}
