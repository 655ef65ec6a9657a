import { readdirSync, statSync, utimesSync } from 'node:fs'
import { LIMITS } from '@countersign/protocol'
import { expect, it } from 'vitest'
import { nextId } from '../../../core/test/records.ts'
import { temporaryFolder } from '../../../test-kit/src/folders/temporary-folder.ts'
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
  expect([text(first), first.start]).toEqual(['hell', 0])
  const rest = await outputs.read(id, 4, 100)
  expect([text(rest), rest.start, rest.end]).toEqual(['o world', 4, 11])
  for (const after of [11, 50]) {
    const none = await outputs.read(id, after, 100)
    expect([none.bytes.length, none.start]).toEqual([0, after])
  }
})

it('knows what never came as a gap, and never reads it as zeros', async () => {
  using folder = temporaryFolder()
  const outputs = createFileOutputs({ folder: folder.path })
  const id = nextId()
  await outputs.append(id, 0, bytesOf('one\n'))
  await outputs.append(id, 100, bytesOf('three\n'))
  await outputs.append(id, 106, bytesOf('four\n'))
  await outputs.append(id, 200, bytesOf('six\n'))
  const first = await outputs.read(id, 0, 1_000)
  expect([text(first), first.start, first.end, first.missing]).toEqual(['one\n', 0, 204, 185])
  const second = await outputs.read(id, 4, 1_000)
  expect([text(second), second.start]).toEqual(['three\nfour\n', 100])
  const third = await outputs.read(id, 111, 1_000)
  expect([text(third), third.start]).toEqual(['six\n', 200])
})

it('joins what comes into a gap later, also over a new start', async () => {
  using folder = temporaryFolder()
  const id = nextId()
  await createFileOutputs({ folder: folder.path }).append(id, 8, bytesOf('three\n'))
  const outputs = createFileOutputs({ folder: folder.path })
  await outputs.append(id, 4, bytesOf('two\nthr'))
  await outputs.append(id, 0, bytesOf('one\n'))
  const read = await outputs.read(id, 0, 1_000)
  expect([text(read), read.missing]).toEqual(['one\ntwo\nthree\n', 0])
})

it('takes parts of one output that come at the same time', async () => {
  using folder = temporaryFolder()
  const outputs = createFileOutputs({ folder: folder.path })
  const id = nextId()
  const line = (n: number) => `${String(n).padStart(4, '0')}\n`
  await Promise.all(Array.from({ length: 50 }, (_, n) => outputs.append(id, n * 5, bytesOf(line(n)))))
  const read = await outputs.read(id, 0, 1_000)
  expect([text(read), read.missing]).toEqual([Array.from({ length: 50 }, (_, n) => line(n)).join(''), 0])
})

it('has nothing for an execution without output', async () => {
  using folder = temporaryFolder()
  const read = await createFileOutputs({ folder: folder.path }).read(nextId(), 0, 10)
  expect([read.bytes.length, read.start, read.end]).toEqual([0, 0, 0])
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
