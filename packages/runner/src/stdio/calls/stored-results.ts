// Results by attempt, so that a call that comes again gets the same one. What must not run twice is stored on the disk.
import type { AttemptId, ExecutionId, ResultBody } from '@countersign/protocol'
import type { Journal, Outbox } from '../../data/journal.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'

const MAX_RESULTS = 1_000
const MAX_BYTES = 32 * 1024 * 1024

export interface StoredResults {
  get(attempt: AttemptId): ResultBody | undefined
  store(entry: { readonly tool_id: ExecutionId; readonly attempt_id: AttemptId; readonly body: ResultBody }): Promise<void>
}

export interface StoredResultsPorts {
  readonly journal: Journal
  readonly outbox: Outbox
  readonly logger: Logger
}

/** The oldest are forgotten first when there are too many. */
export function createStoredResults({ journal, outbox, logger }: StoredResultsPorts): StoredResults {
  const sizes = new Map<AttemptId, number>()
  let bytes = 0
  const count = (attempt: AttemptId, body: ResultBody): void => {
    const size = JSON.stringify(body).length
    bytes += size - (sizes.get(attempt) ?? 0)
    sizes.set(attempt, size)
    for (const [oldest, oldestSize] of sizes) {
      if (oldest === attempt || (sizes.size <= MAX_RESULTS && bytes <= MAX_BYTES)) break
      sizes.delete(oldest)
      bytes -= oldestSize
      outbox.acknowledge(oldest)
    }
  }
  for (const { attempt_id, body } of [...outbox.entries()]) {
    if (journal.has(attempt_id)) count(attempt_id, body)
    else outbox.acknowledge(attempt_id)
  }
  return {
    get: (attempt) => outbox.get(attempt)?.body,
    async store(entry) {
      const { tool_id, attempt_id, body } = entry
      try {
        if (journal.isOnDisk(attempt_id)) await outbox.add(entry)
        else outbox.keep(entry)
        journal.ended(attempt_id)
        count(attempt_id, body)
      } catch (error) {
        // A full disk must not lose the result as well: the parent still gets it.
        logger.error({ tool_id, attempt_id, ...errorFields(error) }, 'the result could not be written to the disk')
        outbox.keep(entry)
      }
    },
  }
}
