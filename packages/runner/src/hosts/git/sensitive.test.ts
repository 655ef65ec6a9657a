// Files that hold secrets: no git tool shows their content or commits them, whatever way they come into a repository.

import { rmSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestGitHost } from '../../../test/hosts/create-host.ts'
import { initRepository, TEST_IDENTITY } from '../../../test/hosts/git-repository.ts'
import { detectTestSandbox } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import type { NoSandbox, Sandbox } from '../../sandbox/index.ts'

const BARE: NoSandbox = { isolation: 'none', reason: 'this test wants none' }
const SECRET = 'TOKEN=do-not-show-this\nAND=more\nAND=more\nAND=more\n'
let sandboxed: Sandbox

beforeAll(async () => {
  sandboxed = await detectTestSandbox()
})

function openRepository(files: Record<string, string>, sandbox: Sandbox = BARE) {
  const place = createTemporaryWorkspace(files)
  const git = initRepository(place.root)
  const host = createTestGitHost({ root: place.root, sandbox, signal: new AbortController().signal, identity: async () => TEST_IDENTITY })
  const diff = (staged = false, path = '.') => host.diff({ path, staged, maxBytes: 1_000_000 })
  return { place, git, host, diff, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}

describe('a tracked secret', () => {
  it.each(['sandbox', 'none'])('that has changed is left out, by name (isolation %s)', async (isolation) => {
    await using repository = openRepository({ '.env': 'A=1\n', 'a.txt': 'a\n' }, isolation === 'none' ? BARE : sandboxed)
    const { place, git, host, diff } = repository
    place.file('.env', SECRET)
    place.file('a.txt', 'b\n')
    const shown = await diff()
    expect(shown).toEqual({ diff: `${git('diff', '--', 'a.txt')}\n`, leftOut: ['.env'] })
    expect(await host.status('.')).toMatchObject({ entries: [{ path: 'a.txt' }], leftOut: ['.env'] })
    git('add', '--all')
    expect(await diff(true)).toEqual({ diff: `${git('diff', '--cached', '--', 'a.txt')}\n`, leftOut: ['.env'] })
  })

  it('is not shown where it was renamed, from either side, even by the other name alone', async () => {
    await using repository = openRepository({ '.env': SECRET, 'plain.txt': `${SECRET}plain\n` })
    const { git, diff } = repository
    git('mv', '.env', 'settings.txt')
    git('mv', 'plain.txt', 'server.key')
    for (const path of ['.', 'settings.txt', 'plain.txt']) {
      const shown = await diff(true, path)
      expect(shown.diff, path).toBe('')
      expect(shown.leftOut.length, path).toBeGreaterThan(0)
    }
  })

  it('is not shown where renames are not to be looked for by the settings of the repository', async () => {
    await using repository = openRepository({ '.env': SECRET })
    const { git, diff } = repository
    git('config', 'diff.renames', 'false')
    git('config', 'diff.renameLimit', '1')
    git('mv', '.env', 'settings.txt')
    expect((await diff(true)).diff).toBe('')
  })

  it('is not shown where a file has become its folder', async () => {
    await using repository = openRepository({ config: 'a file\n' })
    const { place, git, diff } = repository
    git('rm', '--quiet', 'config')
    place.file('config/.env', SECRET)
    git('add', '--force', 'config/.env')
    expect(JSON.stringify(await diff(true))).not.toContain('do-not-show')
    expect(JSON.stringify(await diff(true, 'config'))).not.toContain('do-not-show')
  })

  it.each(['.ENV', 'folder/.env.local', 'id_rsa', 'deep/secrets/db_password'])('called %s is left out', async (name) => {
    await using repository = openRepository({ [name]: 'x\n' })
    const { place, diff } = repository
    place.file(name, SECRET)
    expect(await diff()).toEqual({ diff: '', leftOut: [name] })
  })
})

describe('a commit', () => {
  it('takes everything but secrets, and says so', async () => {
    await using repository = openRepository({ '.env': 'A=1\n' })
    const { place, git, host } = repository
    place.file('.env', SECRET)
    place.file('folder/server.key', SECRET)
    place.file('a.txt', 'a\n')
    const request = { message: 'x', paths: ['.'] }
    const plan = await host.planCommit(request)
    expect(plan).toMatchObject({ files: [{ path: 'a.txt' }], leftOut: ['.env', 'folder/server.key'] })
    expect(plan.diff).not.toContain('do-not-show')
    expect(await host.commit(request)).toMatchObject({ files: [{ path: 'a.txt' }], leftOut: ['.env', 'folder/server.key'] })
    expect(git('show', 'HEAD:.env')).toBe('A=1')
    expect(git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('.env\na.txt')
  })

  it('leaves a secret staged that the person had staged', async () => {
    await using repository = openRepository({ 'a.txt': 'a\n' })
    const { place, git, host } = repository
    place.file('.env', SECRET)
    place.file('a.txt', 'b\n')
    git('add', '--force', '--all')
    expect(await host.commit({ message: 'x', paths: undefined })).toMatchObject({ files: [{ path: 'a.txt' }], leftOut: ['.env'] })
    expect(git('status', '--porcelain')).toBe('A  .env')
    await expect(host.commit({ message: 'x', paths: undefined })).rejects.toThrow(/nothing is staged.*\.env/)
  })

  it('does not take a secret in the folder that a file has become', async () => {
    await using repository = openRepository({ config: 'a file\n', 'a.txt': 'a\n' })
    const { place, git, host } = repository
    git('rm', '--quiet', '--cached', 'config')
    git('reset', '--quiet')
    rmSync(place.at('config'))
    place.file('config/.env', SECRET)
    place.file('a.txt', 'b\n')
    await host.commit({ message: 'x', paths: ['.'] })
    expect(git('ls-tree', '-r', '--name-only', 'HEAD')).not.toContain('.env')
  })
})

describe('a switch', () => {
  it('that would change a secret stays with the person', async () => {
    await using repository = openRepository({ '.env': 'A=1\n' })
    const { place, git, host } = repository
    git('switch', '--quiet', '-c', 'other')
    place.file('.env', SECRET)
    git('commit', '--quiet', '--all', '-m', 'Other')
    git('switch', '--quiet', 'main')
    await expect(host.changeBranch({ action: 'switch', name: 'other' })).rejects.toThrow(/^Sensitive file: .*\.env/)
    expect(git('branch', '--show-current')).toBe('main')
  })
})
