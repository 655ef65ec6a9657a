// Puts the result of a call into the outbox: on the disk where the call must not run again, else in memory.
import { type Client, RefusedRequest, ServerUnreachable } from '@countersign/client'
import { type AttemptId, type ExecutionId, Failure, LIMITS, type ProjectId, type ResultBody } from '@countersign/protocol'
import type { Journal } from '../data/journal.ts'
import type { Outbox } from '../data/outbox.ts'
import type { RunnerFaults } from '../ports/fault-points.ts'
import { errorFields, type Logger } from '../ports/logger.ts'
import { failedResult } from './failed-result.ts'

export interface StorePorts {
  readonly client: Client
  readonly projectId: ProjectId
  readonly journal: Journal
  readonly outbox: Outbox
  readonly logger: Logger
  readonly faults: RunnerFaults | undefined
}

export interface EndedCall {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
}

export interface Ending {
  readonly body: ResultBody
  readonly outputSent: Promise<void>
}

/** Throws ServerUnreachable where the result is too long for one message, cannot be sent apart, and the call may run again. */
export async function storeResult(ports: StorePorts, { tool_id, attempt_id }: EndedCall, { body, outputSent }: Ending): Promise<void> {
  const { faults, outbox, journal, logger } = ports
  const mustKeep = journal.isOnDisk(attempt_id)
  if (faults) await faults('before-outbox')
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
  if (faults) await faults('after-outbox')
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
    const { code, message } = new Failure(
      isStorage ? 'STORAGE' : 'FILE_TOO_LARGE',
      { subject: 'the result could not be sent' },
      { cause: error },
    )
    return failedResult({ error: message, error_code: code }, attempt_id)
  }
}
