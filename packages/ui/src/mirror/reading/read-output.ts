// What a call has printed so far, by REST. It may print on meanwhile: what events have told is caught up with.
import type { Client } from '@countersign/client'
import type { ReadOutput } from '../events/apply-tools.ts'

/** Of the text; beyond that only the end is of interest here. */
const MAX_CHARACTERS = 1_000_000

export interface OutputRequest {
  readonly client: Client
  readonly projectId: string
  readonly id: string
  /** Up to which byte events have told it. */
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
