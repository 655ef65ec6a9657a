import { chmodSync, existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { CLEARANCE_TYPE, type Clearance, digestOf } from '@countersign/protocol'
import { compactVerify, importJWK } from 'jose'
import { expect, it } from 'vitest'
import { nextId } from '../../../core/test/records.ts'
import { temporaryFolder } from '../../../test-kit/src/folders/temporary-folder.ts'
import { openKeys } from './open-keys.ts'

const clearance: Clearance = {
  execution_id: nextId(),
  attempt_id: nextId(),
  call_digest: digestOf('call'),
  base_digests: {},
  risk: 'LOW',
  network: false,
  by: { kind: 'rule', rule: 'risk:LOW' },
  policy_version: 'builtin-1',
  exp: 1_800_000_000,
}

it('signs clearances that anybody can verify with the public key alone', async () => {
  using folder = temporaryFolder()
  const { clearances } = await openKeys({ folder: folder.file('keys') })
  const key = await importJWK(clearances.publicKey, 'EdDSA')
  const { payload, protectedHeader } = await compactVerify(clearances.sign(clearance), key)
  expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: CLEARANCE_TYPE })
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(clearance)
  expect(clearances.publicKey).not.toHaveProperty('d')
})

it('finds the same keys again', async () => {
  using folder = temporaryFolder()
  const [first, second] = [await openKeys({ folder: folder.path }), await openKeys({ folder: folder.path })]
  expect(second.tokenSecret).toEqual(first.tokenSecret)
  expect(second.clearances.publicKey).toEqual(first.clearances.publicKey)
  expect(second.audit.publicKey).toEqual(first.audit.publicKey)
  expect(first.audit.publicKey).not.toEqual(first.clearances.publicKey)
})

it('makes one set of keys where many start at once', async () => {
  using folder = temporaryFolder()
  const all = await Promise.all(Array.from({ length: 20 }, () => openKeys({ folder: folder.path })))
  expect(new Set(all.map(({ tokenSecret }) => Buffer.from(tokenSecret).toString('hex'))).size).toBe(1)
  expect(new Set(all.map(({ clearances }) => clearances.publicKey.x)).size).toBe(1)
  expect(readdirSync(folder.path).toSorted()).toEqual(['audit-key.json', 'clearance-key.json', 'token-secret'])
})

it('keeps them where only their owner can read, and refuses one that others can', async () => {
  using folder = temporaryFolder()
  await openKeys({ folder: folder.file('keys') })
  expect(statSync(folder.file('keys')).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(folder.file('keys'))) expect(statSync(folder.file('keys', name)).mode & 0o777).toBe(0o600)
  chmodSync(folder.file('keys', 'token-secret'), 0o644)
  await expect(openKeys({ folder: folder.file('keys') })).rejects.toThrow(/can be read by others/)
})

it('refuses a key file that was cut or filled with something else', async () => {
  using folder = temporaryFolder()
  await openKeys({ folder: folder.path })
  truncateSync(folder.file('token-secret'), 10)
  await expect(openKeys({ folder: folder.path })).rejects.toMatchObject({ problem: 'damaged' })
  writeFileSync(folder.file('token-secret'), Buffer.alloc(32).toString('base64url'))
  writeFileSync(folder.file('clearance-key.json'), '{"kty":"OKP"}')
  await expect(openKeys({ folder: folder.path })).rejects.toThrow(/no Ed25519 key/)
})

it('ends the tokens of an earlier version, which were good for a year, with their file and their secret', async () => {
  using folder = temporaryFolder()
  const old = await openKeys({ folder: folder.file('keys') })
  writeFileSync(folder.file('keys/tokens-one.json'), '{"operator":"…"}', { mode: 0o600 })
  const now = await openKeys({ folder: folder.file('keys') })
  expect(existsSync(folder.file('keys/tokens-one.json'))).toBe(false)
  expect(now.tokenSecret).not.toEqual(old.tokenSecret)
  expect(now.audit.publicKey).toEqual(old.audit.publicKey)
  expect((await openKeys({ folder: folder.file('keys') })).tokenSecret).toEqual(now.tokenSecret)
})
