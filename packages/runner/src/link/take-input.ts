// Takes the operator's answer for a process that waits for input. It is signed like a clearance, for exactly this text and this wait, so
// that it is typed at most once and into nothing else.
import type { KeyObject } from 'node:crypto'
import type { EventPayload } from '@countersign/protocol'
import { processInput } from '@countersign/tools'
import { readClearance, refuseClearance } from '../clearance/check-clearance.ts'
import type { PersistentProcesses } from '../persistent/persistent-processes.ts'
import { errorFields, type Logger } from '../ports/logger.ts'

export interface InputPorts {
  readonly persistent: Pick<PersistentProcesses, 'answer'>
  readonly key: KeyObject | undefined
  readonly now: number
  readonly logger: Pick<Logger, 'warn'>
}

/** Never rejects: a process that was not given its answer still waits, and the operator is asked again. */
export async function takeInput(event: EventPayload<'process.input'>, { persistent, key, now, logger }: InputPorts): Promise<void> {
  const { tool_id, wait_id, text } = event.tool_params
  try {
    const { by } = readClearance({ ...event, tool_name: processInput.name }, { key, now })
    if (by.kind !== 'person' || by.approval_id === undefined) throw refuseClearance('clearance.no-answer')
    await persistent.answer(tool_id, { waitId: wait_id, text })
  } catch (error) {
    logger.warn({ tool_id, ...errorFields(error) }, 'an answer was not typed into its process')
  }
}
