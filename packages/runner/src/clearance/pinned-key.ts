// The server key that clearances must be signed with. The first one seen for a project is kept; another one later is
// refused, because whoever can change the key could clear anything.
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { canonicalJson, Failure, type ProjectId, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { readIfPresent } from '../disk/read-if-present.ts'

const publicKeySchema = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })
const pinsSchema = z.record(z.string(), publicKeySchema)

export function pinKey(pinsPath: string, projectId: ProjectId, announced: unknown): KeyObject {
  const key = publicKeySchema.safeParse(announced)
  if (!key.success) throw new Failure('FORBIDDEN', { subject: sentence('runner.odd-key') })
  const pins = pinsSchema.parse(JSON.parse(readIfPresent(pinsPath) ?? '{}'))
  const pinned = pins[projectId]
  if (pinned && canonicalJson(pinned) !== canonicalJson(key.data)) throw keyChanged(pinsPath)
  if (!pinned) store(pinsPath, { ...pins, [projectId]: key.data })
  return createPublicKey({ key: key.data as JsonWebKey, format: 'jwk' })
}

const keyChanged = (pinsPath: string): Failure => new Failure('FORBIDDEN', { subject: sentence('runner.key-changed', { file: pinsPath }) })

function store(path: string, pins: object): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(pins)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
