import { readdirSync, statSync, utimesSync } from 'node:fs'
import { LIMITS } from '@countersign/protocol'
import { expect, it } from 'vitest'
import { nextId } from '../../../core/test/records.ts'
import { temporaryFolder } from '../../../core/test/temporary-folder.ts'
import { createFileOutputs } from './file-outputs.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const text = (read: { bytes: Uint8Array }) => Buffer.from(read.bytes).toString()

it('puts together what comes in parts, in any order and twice', async () => {
  using folder = temporaryFolder()
  const outputs = createFileOutputs({ folder: folder.path })
  const id = nextId()
  await outputs.append(id, 6, bytesOf('world'))
  await outputs.append(id, 0, bytesOf('hello '))
  await outputs.append(id, 6, bytesOf('world'))
  expect(text(await outputs.read(id, 0, 100))).toBe('hello world')
})

it('reads on from where the last reading ended', async () => {
  using folder = temporaryFolder()
  const outputs = createFileOutputs({ folder: folder.path })
  const id = nextId()
  await outputs.append(id, 0, bytesOf('hello world'))
  const first = await outputs.read(id, 0, 4)
  expect([text(first), first.next]).toEqual(['hell', 4])
  const rest = await outputs.read(id, first.next, 100)
  expect([text(rest), rest.next]).toEqual(['o world', 11])
  expect(await outputs.read(id, 11, 100)).toMatchObject({ next: 11 })
  expect(await outputs.read(id, 50, 100)).toMatchObject({ next: 50 })
})

it('has nothing for an execution without output', async () => {
  using folder = temporaryFolder()
  const read = await createFileOutputs({ folder: folder.path }).read(nextId(), 0, 10)
  expect([read.bytes.length, read.next]).toEqual([0, 0])
})

it('refuses an offset that would make a file without end, and an id that is no id', async () => {
  using folder = temporaryFolder()
  const outputs = createFileOutputs({ folder: folder.path })
  await expect(outputs.append(nextId(), LIMITS.maxBodyBytes, bytesOf('x'))).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
  await expect(outputs.append(nextId(), -1, bytesOf('x'))).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
  await expect(outputs.append('../x', 0, bytesOf('x'))).rejects.toThrow()
  expect(readdirSync(folder.path)).toEqual([])
})

it('prunes what has not grown, and keeps its files private', async () => {
  using folder = temporaryFolder()
  const outputs = createFileOutputs({ folder: folder.path })
  const [old, fresh] = [nextId(), nextId()]
  for (const id of [old, fresh]) await outputs.append(id, 0, bytesOf('x'))
  const path = folder.file(old.slice(-2), old)
  expect(statSync(path).mode & 0o077).toBe(0)
  utimesSync(path, 1000, 1000)
  expect(await outputs.prune(new Date(Date.now() - 60_000))).toBe(1)
  expect((await outputs.read(old, 0, 1)).bytes).toHaveLength(0)
  expect((await outputs.read(fresh, 0, 1)).bytes).toHaveLength(1)
})
