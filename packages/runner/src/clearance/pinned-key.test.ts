import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProjectId } from '@countersign/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../test-kit/src/ids.ts'
import { projectId } from '../../test/server-fixture.ts'
import { pinKey } from './pinned-key.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-pin-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const project = projectId as ProjectId
const path = () => join(folder, 'pinned-keys.json')
const makeKey = () => generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })

test('the first key is kept, for its owner only, and the same key is welcome again', () => {
  const key = makeKey()
  pinKey(path(), project, key)
  expect(pinKey(path(), project, { ...key, kid: 'a name' }).asymmetricKeyType).toBe('ed25519')
  expect(statSync(path()).mode & 0o777).toBe(0o600)
})

test('another key is refused and does not replace the first', () => {
  pinKey(path(), project, makeKey())
  const before = readFileSync(path(), 'utf8')
  expect(() => pinKey(path(), project, makeKey())).toThrow(/not the one that this runner was paired with/)
  expect(readFileSync(path(), 'utf8')).toBe(before)
})

test('each project has a key of its own', () => {
  pinKey(path(), project, makeKey())
  expect(() => pinKey(path(), newId() as ProjectId, makeKey())).not.toThrow()
})

test('a key of another kind is refused', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
  expect(() => pinKey(path(), project, rsa)).toThrow(/not an Ed25519 public key/)
  expect(() => pinKey(path(), project, undefined)).toThrow(/not an Ed25519 public key/)
})
