// The result of a call: how a failure is described, and how it gets into the outbox: on the disk where the call must not run again,
// else in memory. A failure has a code; a defect becomes INTERNAL with a reference, and only the runner's own log knows more.
import { randomUUID } from 'node:crypto'
import { type Client, RefusedRequest, ServerUnreachable } from '@countersign/client'
import { type Masker, maskSentence } from '@countersign/policy'
import {
  type AttemptId,
  type ErrorCode,
  type ExecutionId,
  Failure,
  LIMITS,
  type PlainFormName,
  type ProjectId,
  type ResultBody,
  renderSentence,
  type Sentence,
  sentence,
  verbatim,
} from '@countersign/protocol'
import type { Journal, Outbox } from '../data/journal.ts'
import type { RunnerFaults } from '../ports/fault-points.ts'
import { errorFields, type Logger } from '../ports/logger.ts'

export interface DescribedError {
  readonly error: string
  readonly error_form?: Sentence
  readonly error_code: ErrorCode
}

export function describeError(error: unknown, logger: Logger, about: object): DescribedError {
  if (error instanceof Failure) return describeFailure(error)
  const reference = randomUUID()
  logger.error({ ...about, reference, ...errorFields(error) }, 'a defect')
  return describeFailure(new Failure('INTERNAL', { subject: sentence('result.see-log', { reference }) }))
}

/** The form goes with the text where the whole of that is sent. */
export function describeFailure({ code, message, messageForm }: Failure): DescribedError {
  const error = message.slice(0, LIMITS.maxErrorCharacters)
  return { error, ...(renderSentence(messageForm) === error && { error_form: messageForm }), error_code: code }
}

/** What a call is stopped with; the reason for stopping it becomes its error. */
export const cancelled = (why: PlainFormName | Sentence): Failure =>
  new Failure('CANCELLED', { subject: typeof why === 'string' ? sentence(why) : why })

/** What a command had printed when it was ended comes with the failure, where the host says so. */
export function failedResult(described: DescribedError, attempt_id: AttemptId, result?: Record<string, unknown>): ResultBody {
  return { status: 'failed', ...described, attempt_id, ...(result ? { result } : {}) }
}

/** A tool that was stopped may throw whatever it likes: the reason for stopping it is what counts. */
function causeOf(error: unknown, signal: AbortSignal): unknown {
  if (!signal.aborted || error instanceof Failure) return error
  return signal.reason instanceof Failure ? signal.reason : new Failure('CANCELLED', { subject: verbatim(String(signal.reason)) })
}

/** A command that was ended says in its failure what it had printed. */
function printedBy({ details }: Failure, masker: Masker): Record<string, unknown> | undefined {
  const { stdout, stderr, truncated } = details
  return stdout === undefined && stderr === undefined ? undefined : masker.maskValue({ stdout, stderr, truncated })
}

function maskError(masker: Masker, { error_form, ...described }: DescribedError): DescribedError {
  const error = masker.maskText(described.error)
  const form = error_form && maskSentence(masker, error_form)
  return { ...described, error, ...(form && renderSentence(form) === error && { error_form: form }) }
}

export interface FailurePorts {
  readonly logger: Logger
  readonly masker: Masker
}

export interface FailedCall {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
  readonly tool_name: string
}

/** The result of a call that threw. */
export function failureBody(
  { logger, masker }: FailurePorts,
  { tool_id, attempt_id, tool_name }: FailedCall,
  error: unknown,
  signal: AbortSignal,
): ResultBody {
  const cause = causeOf(error, signal)
  const described = describeError(cause, logger, { tool_id, attempt_id, tool_name })
  const printed = cause instanceof Failure ? printedBy(cause, masker) : undefined
  return failedResult(maskError(masker, described), attempt_id, printed)
}

export interface StorePorts {
  readonly client: Client
  readonly projectId: ProjectId
  readonly journal: Journal
  readonly outbox: Outbox
  readonly logger: Logger
  readonly faults: RunnerFaults
}

export interface EndedCall {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
}

export interface Ending {
  readonly body: ResultBody
  /** Left out where nothing was printed. */
  readonly outputSent?: Promise<void> | undefined
}

/** Throws ServerUnreachable where the result is too long for one message, cannot be sent apart, and the call may run again. */
export async function storeResult(ports: StorePorts, { tool_id, attempt_id }: EndedCall, { body, outputSent }: Ending): Promise<void> {
  const { faults, outbox, journal, logger } = ports
  const mustKeep = journal.isOnDisk(attempt_id)
  await faults('before-outbox')
  const entry = { tool_id, attempt_id, body: isTooLong(body) ? await byReference(ports, attempt_id, body) : body }
  if (!mustKeep) {
    await outputSent
    outbox.keep(entry)
  } else {
    await outbox.add(entry, outputSent).catch((error: unknown) => {
      // A full disk must not lose the result as well: it is still posted from memory.
      logger.error({ tool_id, attempt_id, ...errorFields(error) }, 'the result could not be written to the outbox')
      outbox.keep(entry)
    })
  }
  journal.ended(attempt_id)
  await faults('after-outbox')
}

/** Room for what surrounds the result in its message. */
const ENVELOPE_BYTES = 1024

function isTooLong({ result }: ResultBody): boolean {
  const limit = LIMITS.maxResultBytes - ENVELOPE_BYTES
  const text = result ? JSON.stringify(result) : ''
  return text.length * 3 > limit && Buffer.byteLength(text) > limit
}

async function byReference({ client, projectId, journal }: StorePorts, attempt_id: AttemptId, body: ResultBody): Promise<ResultBody> {
  try {
    return { ...body, result: await client.withBodies({ projectId, params: body.result ?? {} }) } as ResultBody
  } catch (error) {
    if (error instanceof ServerUnreachable && !journal.isOnDisk(attempt_id)) throw error
    const isStorage = error instanceof RefusedRequest && error.code === 'STORAGE'
    const failure = new Failure(isStorage ? 'STORAGE' : 'FILE_TOO_LARGE', { subject: sentence('result.not-sent') }, { cause: error })
    return failedResult(describeFailure(failure), attempt_id)
  }
}
