import { readdirSync, statSync, utimesSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { digestOf, type ProjectId } from '@countersign/protocol'
import { expect, it } from 'vitest'
import { nextId } from '../../../core/test/records.ts'
import { temporaryFolder } from '../../../test-kit/src/folders/temporary-folder.ts'
import { createFileBodies } from './file-bodies.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const project = nextId<ProjectId>()

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield bytesOf(text)
}

it('gives back what was put, by the hash of its bytes', async () => {
  using folder = temporaryFolder()
  const bodies = createFileBodies({ folder: folder.path })
  const digest = await bodies.put(project, bytesOf('hello'))
  expect(digest).toBe(digestOf('hello'))
  expect(Buffer.from((await bodies.get(project, digest)) as Uint8Array).toString()).toBe('hello')
  expect(await bodies.size(project, digest)).toBe(5)
  const beginning = async (maxBytes: number) => Buffer.from((await bodies.get(project, digest, maxBytes)) as Uint8Array).toString()
  expect([await beginning(2), await beginning(9)]).toEqual(['he', 'hello'])
})

it('keeps the bodies of one project from another', async () => {
  using folder = temporaryFolder()
  const bodies = createFileBodies({ folder: folder.path })
  const digest = await bodies.put(project, bytesOf('mine'))
  const other = nextId<ProjectId>()
  expect(await bodies.get(other, digest)).toBeUndefined()
  expect(await bodies.size(other, digest)).toBeUndefined()
  expect(await bodies.openRead(other, digest)).toBeUndefined()
})

it('refuses a project or a digest that is no id: they become names of files', async () => {
  using folder = temporaryFolder()
  const bodies = createFileBodies({ folder: folder.path })
  await expect(bodies.put('../../x' as ProjectId, bytesOf('x'))).rejects.toThrow()
  await expect(bodies.get(project, '../../../etc/passwd')).rejects.toThrow()
})

it('stores a stream without holding it, and reads it as a stream', async () => {
  using folder = temporaryFolder()
  const bodies = createFileBodies({ folder: folder.path })
  const digest = await bodies.putStream(project, chunks('one ', 'two ', 'three'), 100)
  expect(digest).toBe(digestOf('one two three'))
  const opened = await bodies.openRead(project, digest)
  expect(opened?.size).toBe(13)
  expect((await buffer(opened?.stream as never)).toString()).toBe('one two three')
})

it('refuses a stream over the limit and leaves nothing behind', async () => {
  using folder = temporaryFolder()
  const bodies = createFileBodies({ folder: folder.path })
  await expect(bodies.putStream(project, chunks('12345', '67890', '1'), 10)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE', http: 413 })
  expect(readdirSync(folder.path, { recursive: true })).toEqual(['incoming'])
})

it('leaves nothing of a stream that breaks off', async () => {
  using folder = temporaryFolder()
  const bodies = createFileBodies({ folder: folder.path })
  async function* broken() {
    yield bytesOf('half')
    throw new Error('connection lost')
  }
  await expect(bodies.putStream(project, broken(), 100)).rejects.toThrow('connection lost')
  expect(readdirSync(folder.path, { recursive: true })).toEqual(['incoming'])
})

it('makes files and folders that nobody else can read', async () => {
  using folder = temporaryFolder()
  const bodies = createFileBodies({ folder: folder.file('bodies') })
  await bodies.put(project, bytesOf('secret'))
  const names = ['.', ...(readdirSync(folder.file('bodies'), { recursive: true }) as string[])]
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) expect(statSync(folder.file('bodies', name)).mode & 0o077).toBe(0)
})

it('prunes what is old, but not what was put again since', async () => {
  using folder = temporaryFolder()
  const bodies = createFileBodies({ folder: folder.path })
  const [old, again, fresh] = await Promise.all(['old', 'again', 'fresh'].map((text) => bodies.put(project, bytesOf(text))))
  for (const digest of [old, again] as string[]) utimesSync(folder.file(project, digest.slice(0, 2), digest), 1000, 1000)
  await bodies.put(project, bytesOf('again'))
  expect(await bodies.prune(new Date(Date.now() - 60_000))).toBe(1)
  expect(await Promise.all([old, again, fresh].map((digest) => bodies.size(project, digest as string)))).toEqual([undefined, 5, 5])
})

it('stores while everything else is pruned away', async () => {
  using folder = temporaryFolder()
  const bodies = createFileBodies({ folder: folder.path })
  const puts = Array.from({ length: 50 }, (_, index) => bodies.put(project, bytesOf(`${index}`)))
  const prunes = Array.from({ length: 10 }, () => bodies.prune(new Date(0)))
  const digests = await Promise.all(puts)
  await Promise.all(prunes)
  expect(await Promise.all(digests.map((digest) => bodies.size(project, digest)))).not.toContain(undefined)
})

it('says that the disk cannot be written', async () => {
  const bodies = createFileBodies({ folder: '/sys/countersign' })
  await expect(bodies.put(project, bytesOf('x'))).rejects.toMatchObject({ name: 'StorageError', problem: 'read-only' })
})
