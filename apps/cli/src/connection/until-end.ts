// Waits for the end of a call, however long it takes.
import type { Client } from '@countersign/client'
import { type CallView, isEnd } from '@countersign/protocol'

export async function untilEnd(client: Client, first: CallView): Promise<CallView> {
  let current = first
  while (!isEnd(current.status)) current = await client.getExecution({ params: { id: current.tool_id }, query: { wait_seconds: 30 } })
  return current
}
