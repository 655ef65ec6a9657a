import { chmodSync, renameSync, truncateSync } from 'node:fs'
import { Failure } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { createTestWorkspaceHost } from '../../../test/hosts/create-host.ts'
import { createTemporaryWorkspace, LATIN, LOOKALIKE } from '../../../test/hosts/temporary-workspace.ts'

const digestOfHello = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  )
  if (error instanceof Failure) return error
  throw error
}

describe('reading', () => {
  it('gives the bytes as they are', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': '\ufeffone\r\ntwo' })
    const { bytes, size } = await createTestWorkspaceHost(place).read('a.txt')
    expect(Buffer.from(bytes).toString()).toBe('\ufeffone\r\ntwo')
    expect(size).toBe(11)
  })

  it('reads a large file whole', async () => {
    await using place = createTemporaryWorkspace()
    const content = Buffer.alloc(20 * 1024 * 1024, 'abcdefg')
    place.file('large.txt', content)
    expect(content.equals((await createTestWorkspaceHost(place).read('large.txt')).bytes)).toBe(true)
  })

  it('refuses what is larger than the limit before reading it', async () => {
    await using place = createTemporaryWorkspace()
    truncateSync(place.file('huge.txt', 'x'), 101 * 1024 * 1024)
    expect((await failureOf(createTestWorkspaceHost(place).read('huge.txt'))).code).toBe('FILE_TOO_LARGE')
  })

  it('refuses a link to a name that is no text, which could be taken for another', async () => {
    await using place = createTemporaryWorkspace({ [`${LOOKALIKE}/a.txt`]: 'other', [`${LATIN}/a.txt`]: 'this one' })
    place.link('link', LATIN)
    expect((await failureOf(createTestWorkspaceHost(place).read('link/a.txt'))).code).toBe('INVALID_PATH')
    expect(Buffer.from((await createTestWorkspaceHost(place).read(`${LOOKALIKE}/a.txt`)).bytes).toString()).toBe('other')
  })

  it('follows a link that stays inside', async () => {
    await using place = createTemporaryWorkspace({ 'docs/a.md': 'hello' })
    place.link('b.md', 'docs/a.md')
    expect(Buffer.from((await createTestWorkspaceHost(place).read('b.md')).bytes).toString()).toBe('hello')
  })

  it.each([
    ['a link out', '../outside.txt', 'PATH_OUTSIDE_WORKSPACE'],
    ['a link out to nothing', '../nothing.txt', 'PATH_OUTSIDE_WORKSPACE'],
    ['a link to a device', '/dev/zero', 'PATH_OUTSIDE_WORKSPACE'],
    ['a link to a secret inside', '.env', 'SENSITIVE_FILE'],
    ['a link to nothing inside', 'nothing.txt', 'FILE_NOT_FOUND'],
    ['a link to itself', 'link', 'INVALID_PATH'],
  ])('refuses %s', async (_, target, code) => {
    await using place = createTemporaryWorkspace({ '.env': 'TOKEN=1', '../outside.txt': 'secret' })
    place.link('link', target)
    expect((await failureOf(createTestWorkspaceHost(place).read('link'))).code).toBe(code)
  })

  it('refuses a pipe, a socket and a folder at once, without waiting', async () => {
    await using place = createTemporaryWorkspace()
    place.pipe('pipe')
    await place.socket('socket')
    place.folder('folder')
    const host = createTestWorkspaceHost(place)
    for (const name of ['pipe', 'socket', 'folder']) expect((await failureOf(host.read(name))).code).toBe('INVALID_PATH')
  })

  it('says that a file is missing, and that a file is not a folder', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': '' })
    const host = createTestWorkspaceHost(place)
    expect((await failureOf(host.read('b.txt'))).message).toBe('File not found: b.txt')
    expect((await failureOf(host.read('a.txt/b'))).message).toBe('Invalid path: a.txt/b (a name on the way is not a folder)')
  })

  it('says that reading is not permitted', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': '' })
    const host = createTestWorkspaceHost(place)
    chmodSync(place.at('a.txt'), 0)
    const isRoot = process.geteuid?.() === 0
    // Root may read everything, so it becomes nobody for a moment.
    if (isRoot) process.seteuid?.(65534)
    const failure = await failureOf(host.read('a.txt')).finally(() => isRoot && process.seteuid?.(0))
    expect(failure.message).toBe('Permission denied: a.txt')
  })

  it('takes a name that ends in " (deleted)" for what it is', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt (deleted)': 'hello' })
    expect((await createTestWorkspaceHost(place).read('a.txt (deleted)')).size).toBe(5)
  })

  it('reads nothing any more once the workspace itself was swapped for a link', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'in', '../other/a.txt': 'out' })
    const host = createTestWorkspaceHost(place)
    renameSync(place.root, place.at('../moved'))
    place.link('../ws', 'other')
    expect((await failureOf(host.read('a.txt'))).code).toBe('PATH_OUTSIDE_WORKSPACE')
  })
})

describe('what was seen', () => {
  it('is remembered with its digest, by the requested and the resolved name', async () => {
    await using place = createTemporaryWorkspace({ 'docs/a.md': 'hello' })
    place.link('b.md', 'docs/a.md')
    const host = createTestWorkspaceHost(place)
    await host.readIfPresent('b.md')
    expect(host.seen()).toEqual({
      base_digests: { 'b.md': digestOfHello, 'docs/a.md': digestOfHello },
      resolved_paths: { 'b.md': 'docs/a.md' },
    })
  })

  it('is null for a file that is not there, below a linked folder too', async () => {
    await using place = createTemporaryWorkspace()
    place.folder('docs')
    place.link('link', 'docs')
    const host = createTestWorkspaceHost(place)
    expect(await host.readIfPresent('link/new.md')).toBeUndefined()
    expect(host.seen()).toEqual({
      base_digests: { 'link/new.md': null, 'docs/new.md': null },
      resolved_paths: { 'link/new.md': 'docs/new.md' },
    })
  })
})
