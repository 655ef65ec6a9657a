// Puts the large values of a call back in place of their references. What arrives must be what the reference names.
import { hash } from 'node:crypto'
import type { Client } from '@countersign/client'
import { Failure, type ProjectId, resolveReferences, strictBodyText } from '@countersign/protocol'
import { refuseClearance } from '../clearance/verify-clearance.ts'

export type Params = Readonly<Record<string, unknown>>

export const resolveBodies = (client: Client, projectId: ProjectId, params: Params): Promise<Params> =>
  resolveReferences(params, (sha256) => fetchText(client, projectId, sha256))

async function fetchText(client: Client, projectId: ProjectId, sha256: string): Promise<string> {
  const bytes = await client.getBody({ params: { p: projectId, sha256 } })
  if (hash('sha256', bytes) !== sha256) throw refuseClearance('a large value is not the one that was cleared')
  try {
    return strictBodyText(bytes)
  } catch (cause) {
    throw new Failure('ENCODING_ERROR', { subject: 'a large value' }, { cause })
  }
}
