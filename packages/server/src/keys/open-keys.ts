// The server's secrets: for local tokens, for clearances, and for the heads of the audit log (stored outside the database).
import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ClearanceSigner } from '@countersign/core'
import { CLEARANCE_TYPE } from '@countersign/protocol'
import { StorageError } from '../store/storage-error.ts'
import { createJwsSigner } from './compact-jws.ts'
import { loadOrMake } from './key-files.ts'
import { retireOldTokens } from './retire-old-tokens.ts'

export interface Keys {
  /** The HS256 secret for the tokens of a local server. */
  readonly tokenSecret: Uint8Array
  readonly clearances: ClearanceSigner
  readonly audit: AuditKey
}

export interface AuditKey {
  sign(claims: object): string
  readonly publicKey: JsonWebKey
  /**
   * The file to which signed heads are appended. It is beside the key, so that access to the database alone is not enough to
   * change it.
   */
  readonly headsFile: string
}

export const HEAD_TYPE = 'countersign-head+jwt'

const SECRET_BYTES = 32

export async function openKeys({ folder }: { readonly folder: string }): Promise<Keys> {
  await retireOldTokens(folder)
  const secret = await loadOrMake(folder, 'token-secret', () => randomBytes(SECRET_BYTES).toString('base64url'))
  const clearanceKey = await openEd25519(folder, 'clearance-key.json')
  const auditKey = await openEd25519(folder, 'audit-key.json')
  return {
    tokenSecret: decodeSecret(join(folder, 'token-secret'), secret),
    clearances: { ...createJwsSigner(clearanceKey, CLEARANCE_TYPE), publicKey: { ...publicJwk(clearanceKey) } },
    audit: { ...createJwsSigner(auditKey, HEAD_TYPE), publicKey: publicJwk(auditKey), headsFile: join(folder, 'heads.jsonl') },
  }
}

const publicJwk = (key: KeyObject): JsonWebKey => createPublicKey(key).export({ format: 'jwk' })

async function openEd25519(folder: string, name: string): Promise<KeyObject> {
  const text = await loadOrMake(folder, name, () => JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })))
  try {
    const key = createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' })
    if (key.asymmetricKeyType === 'ed25519') return key
    throw new TypeError(`an ${key.asymmetricKeyType} key`)
  } catch (cause) {
    throw new StorageError('damaged', `${join(folder, name)} holds no Ed25519 key. Restore it from a copy.`, { cause })
  }
}

/** A truncated file must not be accepted as a short secret. */
function decodeSecret(path: string, text: string): Uint8Array {
  const secret = Buffer.from(text, 'base64url')
  if (secret.length === SECRET_BYTES) return secret
  throw new StorageError('damaged', `${path} does not hold ${SECRET_BYTES} bytes. Restore it from a copy.`)
}
