import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, linkSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { Failure } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { createTestWorkspaceHost } from '../../../test/hosts/create-host.ts'
import { createTemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'

const put = (text: string) => () => Buffer.from(text)

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Failure) return error.code
  throw error ?? new Error('it did not fail')
}

describe('writing', () => {
  it('creates a file and the folders on the way', async () => {
    await using place = createTemporaryWorkspace()
    const outcome = await createTestWorkspaceHost(place).write('a/b/c.txt', put('hello'))
    expect(outcome).toEqual({ size: 5, created: true, createdDirectories: ['a', 'a/b'] })
    expect(readFileSync(place.at('a/b/c.txt'), 'utf8')).toBe('hello')
    expect(readdirSync(place.at('a/b'))).toEqual(['c.txt'])
  })

  it('replaces a file, hands over its content, and keeps its mode', async () => {
    await using place = createTemporaryWorkspace({ 'run.txt': 'old' })
    chmodSync(place.at('run.txt'), 0o751)
    const outcome = await createTestWorkspaceHost(place).write('run.txt', (current) =>
      Buffer.from(`${Buffer.from(current?.bytes ?? [])}+new`),
    )
    expect(outcome).toEqual({ size: 7, created: false, createdDirectories: [] })
    expect(readFileSync(place.at('run.txt'), 'utf8')).toBe('old+new')
    expect(statSync(place.at('run.txt')).mode & 0o7777).toBe(0o751)
  })

  it('gives a new file the mode that the umask leaves', async () => {
    await using place = createTemporaryWorkspace()
    await createTestWorkspaceHost(place).write('a.txt', put(''))
    writeFileSync(place.at('b.txt'), '')
    expect(statSync(place.at('a.txt')).mode).toBe(statSync(place.at('b.txt')).mode)
  })

  it('writes through a link to its target and leaves the link', async () => {
    await using place = createTemporaryWorkspace({ 'docs/a.md': 'old' })
    place.link('b.md', 'docs/a.md')
    await createTestWorkspaceHost(place).write('b.md', put('new'))
    expect(readlinkSync(place.at('b.md'))).toBe('docs/a.md')
    expect(readFileSync(place.at('docs/a.md'), 'utf8')).toBe('new')
  })

  it('writes below a link to a folder inside', async () => {
    await using place = createTemporaryWorkspace()
    place.folder('docs')
    place.link('link', 'docs')
    await createTestWorkspaceHost(place).write('link/new/a.md', put('x'))
    expect(existsSync(place.at('docs/new/a.md'))).toBe(true)
  })

  it.each([
    ['through a link out', 'link-out.md', 'PATH_OUTSIDE_WORKSPACE'],
    ['below a link out', 'link-dir/x/a.md', 'PATH_OUTSIDE_WORKSPACE'],
    ['through a link to nothing outside', 'dangling-out.md', 'PATH_OUTSIDE_WORKSPACE'],
    ['through a link to nothing inside', 'dangling-in.md', 'INVALID_PATH'],
    ['through a link to a secret', 'link-env.md', 'SENSITIVE_FILE'],
    ['below a link to the insides of git', 'link-git/hooks/pre-commit.md', 'SENSITIVE_FILE'],
    ['through a link to a program', 'link-exe.md', 'PERMISSION_DENIED'],
    ['to a file that has another name', 'hard.md', 'PERMISSION_DENIED'],
    ['to a pipe', 'pipe.md', 'INVALID_PATH'],
    ['to a folder', 'folder', 'INVALID_PATH'],
    ['below a file', 'plain.md/a.md', 'INVALID_PATH'],
    ['to a name that is too long for the disk', `${'ä'.repeat(127)}a.md`, 'INVALID_PATH'],
  ])('refuses to write %s, and makes nothing', async (_, path, code) => {
    await using place = createTemporaryWorkspace({
      '.env': 'old',
      'plain.md': '',
      '.git/config': '',
      'a.exe': 'old',
      '../outside.md': 'old',
    })
    place.folder('folder')
    place.folder('../outside')
    place.link('link-out.md', '../outside.md')
    place.link('link-dir', '../outside')
    place.link('dangling-out.md', '../nothing.md')
    place.link('dangling-in.md', 'nothing.md')
    place.link('link-env.md', '.env')
    place.link('link-git', '.git')
    place.link('link-exe.md', 'a.exe')
    place.hardLink('hard.md', '../outside.md')
    place.pipe('pipe.md')
    const before = readdirSync(place.at('..'), { recursive: true }).sort()
    expect(await codeOf(createTestWorkspaceHost(place).write(path, put('new')))).toBe(code)
    expect(readdirSync(place.at('..'), { recursive: true }).sort()).toEqual(before)
    for (const name of ['.env', 'a.exe', '../outside.md']) expect(readFileSync(place.at(name), 'utf8')).toBe('old')
  })

  it('removes what it made where making the content fails', async () => {
    await using place = createTemporaryWorkspace()
    const make = () => {
      throw new Failure('FILE_TOO_LARGE')
    }
    expect(await codeOf(createTestWorkspaceHost(place).write('new/a.md', make))).toBe('FILE_TOO_LARGE')
    expect(readdirSync(place.root)).toEqual([])
  })

  it('says that the disk is full, and leaves the old content and no rubbish', async ({ skip }) => {
    await using place = createTemporaryWorkspace()
    const disk = place.folder('disk')
    try {
      execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'pipe' })
    } catch {
      skip('a small disk can only be mounted as root')
    }
    try {
      place.file('disk/a.txt', 'old')
      const host = createTestWorkspaceHost({ root: disk, recorder: place.recorder })
      const error = await host.write('a.txt', () => Buffer.alloc(1024 * 1024)).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 'STORAGE', message: expect.stringContaining('a.txt (no space is left on the disk)') })
      expect(await codeOf(host.write('new/b.txt', () => Buffer.alloc(1024 * 1024)))).toBe('STORAGE')
      expect(readdirSync(disk)).toEqual(['a.txt'])
      expect(readFileSync(place.at('disk/a.txt'), 'utf8')).toBe('old')
    } finally {
      execFileSync('/usr/bin/umount', [disk])
    }
  })
})

it('says that a disk is read-only', async ({ skip }) => {
  await using place = createTemporaryWorkspace()
  const disk = place.folder('disk')
  try {
    execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    skip('a disk can only be mounted as root')
  }
  try {
    const error = await createTestWorkspaceHost({ root: disk, recorder: place.recorder })
      .write('a.txt', put('x'))
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: 'Permission denied: a.txt (this disk is read-only)' })
  } finally {
    execFileSync('/usr/bin/umount', [disk])
  }
})

describe('the content that was approved', () => {
  const digestOfOld = 'cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4'

  it('is written over if it is still there', async () => {
    await using place = createTemporaryWorkspace({ 'a.md': 'old' })
    await createTestWorkspaceHost({ ...place, expected: { 'a.md': digestOfOld } }).write('a.md', put('new'))
    expect(readFileSync(place.at('a.md'), 'utf8')).toBe('new')
  })

  it.each([
    ['changed since', { 'a.md': digestOfOld.replace('c', 'd') }],
    ['appeared since', { 'a.md': null }],
    ['was never shown', { 'b.md': digestOfOld }],
  ])('is protected where the file %s', async (_, expected) => {
    await using place = createTemporaryWorkspace({ 'a.md': 'old' })
    expect(await codeOf(createTestWorkspaceHost({ ...place, expected }).write('a.md', put('new')))).toBe('FILE_CHANGED')
    expect(readFileSync(place.at('a.md'), 'utf8')).toBe('old')
  })

  it('is protected where the file vanished since', async () => {
    await using place = createTemporaryWorkspace()
    expect(await codeOf(createTestWorkspaceHost({ ...place, expected: { 'a.md': digestOfOld } }).write('a.md', put('new')))).toBe(
      'FILE_CHANGED',
    )
    expect(readdirSync(place.root)).toEqual([])
  })

  it('is bound to the file that the link led to, not to any file of the same content', async () => {
    await using place = createTemporaryWorkspace({ 'one.md': 'old', 'two.md': 'old' })
    place.link('link.md', 'one.md')
    const seen = createTestWorkspaceHost(place)
    await seen.readIfPresent('link.md')
    execFileSync('ln', ['-sfn', 'two.md', place.at('link.md')])
    const host = createTestWorkspaceHost({ ...place, expected: seen.seen().base_digests })
    expect(await codeOf(host.write('link.md', put('new')))).toBe('FILE_CHANGED')
  })

  it('loses to nobody who changes the file while it is being written', async () => {
    await using place = createTemporaryWorkspace({ 'a.md': 'old' })
    const meddle = () => {
      writeFileSync(place.at('a.md'), 'theirs')
      return Buffer.from('ours')
    }
    expect(await codeOf(createTestWorkspaceHost(place).write('a.md', meddle))).toBe('FILE_CHANGED')
    expect(readFileSync(place.at('a.md'), 'utf8')).toBe('theirs')
  })

  it('does not replace a file that appears while a new one is being written', async () => {
    await using place = createTemporaryWorkspace()
    const meddle = () => {
      place.link('a.md', '../outside.md')
      return Buffer.from('ours')
    }
    expect(await codeOf(createTestWorkspaceHost(place).write('a.md', meddle))).toBe('FILE_CHANGED')
    expect(lstatSync(place.at('a.md')).isSymbolicLink()).toBe(true)
    expect(existsSync(place.at('../outside.md'))).toBe(false)
  })

  it('is not written to a second name that the file gets meanwhile', async () => {
    await using place = createTemporaryWorkspace({ 'a.md': 'old' })
    const meddle = () => {
      linkSync(place.at('a.md'), place.at('../second.md'))
      return Buffer.from('ours')
    }
    expect(await codeOf(createTestWorkspaceHost(place).write('a.md', meddle))).toBe('FILE_CHANGED')
    expect(readFileSync(place.at('../second.md'), 'utf8')).toBe('old')
  })
})
