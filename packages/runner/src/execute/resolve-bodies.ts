// Puts the large values of a call back in place of their references. What arrives must be what the reference names.
import { hash } from 'node:crypto'
import { type Client, isBodyReference } from '@countersign/client'
import { Failure, type ProjectId } from '@countersign/protocol'
import { refuseClearance } from '../clearance/verify-clearance.ts'

export type Params = Readonly<Record<string, unknown>>

/** Only a parameter as a whole may be a reference. */
export async function resolveBodies(client: Client, projectId: ProjectId, params: Params): Promise<Params> {
  const entries = Object.entries(params)
  if (!entries.some(([, value]) => isBodyReference(value))) return params
  const resolved = entries.map(async ([name, value]) => [
    name,
    isBodyReference(value) ? await fetchText(client, projectId, value.$body) : value,
  ])
  return Object.fromEntries(await Promise.all(resolved))
}

async function fetchText(client: Client, projectId: ProjectId, sha256: string): Promise<string> {
  const bytes = await client.getBody({ params: { p: projectId, sha256 } })
  if (hash('sha256', bytes) !== sha256) throw refuseClearance('a large value is not the one that was cleared')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new Failure('ENCODING_ERROR', { subject: 'a large value' }, { cause })
  }
}
