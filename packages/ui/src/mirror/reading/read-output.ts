// Reads the output of a call by REST. It may print more meanwhile, so reading goes on until it has caught up with the events.
import type { Client } from '@countersign/client'
import type { ReadOutput } from '../events/apply-tools.ts'

/** Of a longer output only the end is kept. */
const MAX_CHARACTERS = 1_000_000

export interface OutputRequest {
  readonly client: Client
  readonly projectId: string
  readonly id: string
  /** The byte up to which events have reported output. */
  readonly known: () => number
}

export async function readOutput({ client, projectId: p, id, known }: OutputRequest): Promise<ReadOutput> {
  let read: ReadOutput = { text: '', next: 0, missing: 0 }
  for (;;) {
    const { output, next, ended, missing_bytes } = await client.getOutput({ params: { p, id }, query: { after: read.next } })
    const isStuck = next === read.next
    read = { text: (read.text + output).slice(-MAX_CHARACTERS), next, missing: read.missing + missing_bytes }
    if (isStuck || (ended && next >= known())) return read
  }
}
