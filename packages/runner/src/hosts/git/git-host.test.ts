// The git tools' host on real repositories, with and without a sandbox: what it tells is what git has, and what it changes is what was meant.

import { existsSync, readFileSync } from 'node:fs'
import { Failure } from '@countersign/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestGitHost } from '../../../test/hosts/create-host.ts'
import { initRepository, TEST_IDENTITY } from '../../../test/hosts/git-repository.ts'
import { detectTestSandbox } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import type { NoSandbox, Sandbox } from '../../sandbox/index.ts'
import type { GitHostOptions } from './git-host.ts'

const BARE: NoSandbox = { isolation: 'none', reason: 'this test wants none' }
const MAX_BYTES = 1_000_000
let sandboxed: Sandbox

beforeAll(async () => {
  sandboxed = await detectTestSandbox()
})

function openRepository(files: Record<string, string>, options: Partial<GitHostOptions> = {}) {
  const place = createTemporaryWorkspace(files)
  const git = initRepository(place.root)
  const given = { root: place.root, sandbox: BARE, signal: new AbortController().signal, identity: async () => TEST_IDENTITY }
  const host = createTestGitHost({ ...given, ...options })
  return { place, git, host, given, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no failure',
    (error) => (error instanceof Failure ? error.code : Promise.reject(error)),
  )

describe.each(['sandbox', 'none'])('with isolation %s', (isolation) => {
  const sandbox = () => (isolation === 'none' ? BARE : sandboxed)

  it('tells branch, upstream and every kind of change', async () => {
    await using repository = openRepository(
      { 'a.txt': 'a\n', 'b.txt': 'b\n', 'old.txt': 'the same words\n', 'gone.txt': 'g\n' },
      { sandbox: sandbox() },
    )
    const { place, git, host } = repository
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    for (const [key, value] of [
      ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
      ['branch.main.remote', 'origin'],
      ['branch.main.merge', 'refs/heads/main'],
    ] as const)
      git('config', key, value)
    git('commit', '--quiet', '--allow-empty', '-m', 'Ahead')
    place.file('a.txt', 'staged\n')
    git('add', 'a.txt')
    place.file('a.txt', 'and more\n')
    git('mv', 'old.txt', 'new name.txt')
    git('rm', '--quiet', 'gone.txt')
    place.file('fresh.txt', '')
    const status = await host.status('.')
    expect(status).toMatchObject({
      branch: 'main',
      commit: git('rev-parse', 'HEAD'),
      upstream: 'origin/main',
      ahead: 1,
      behind: 0,
      operation: null,
    })
    expect(status.entries).toEqual([
      { path: 'a.txt', state: 'changed', staged: 'modified', unstaged: 'modified' },
      { path: 'gone.txt', state: 'changed', staged: 'deleted', unstaged: null },
      { path: 'new name.txt', from: 'old.txt', state: 'changed', staged: 'renamed', unstaged: null },
      { path: 'fresh.txt', state: 'untracked', staged: null, unstaged: null },
    ])
  })

  it('shows the same diff as git', async () => {
    await using repository = openRepository({ 'a.txt': 'one\ntwo\n', 'folder/b.txt': 'b\n', 'c.txt': 'c\n' }, { sandbox: sandbox() })
    const { place, git, host } = repository
    place.file('a.txt', 'one\nthree')
    place.file('folder/b.txt', 'bb\n')
    place.file('c.txt', 'staged\n')
    git('add', 'c.txt')
    const diff = async (path: string, staged = false) => (await host.diff({ path, staged, maxBytes: MAX_BYTES })).diff.trimEnd()
    expect(await diff('.')).toBe(git('diff'))
    expect(await diff('folder')).toBe(git('diff', '--', 'folder'))
    expect(await diff('.', true)).toBe(git('diff', '--cached'))
    expect(await diff('missing')).toBe('')
  })

  it('commits the named files as the operator, and leaves what else is staged', async () => {
    await using repository = openRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' }, { sandbox: sandbox() })
    const { place, git, host } = repository
    place.file('b.txt', 'staged by the person\n')
    git('add', 'b.txt')
    place.file('a.txt', 'changed\n')
    place.file('folder/new.txt', 'new\n')
    const made = await host.commit({ message: 'Two files\n\nand why', paths: ['a.txt', 'folder'] })
    expect(made.files).toEqual([
      { path: 'a.txt', change: 'modified' },
      { path: 'folder/new.txt', change: 'added' },
    ])
    expect(git('log', '-1', '--format=%H %an <%ae>%n%B')).toBe(`${made.commit} Ada <ada@example.com>\nTwo files\n\nand why`)
    expect(git('status', '--porcelain')).toBe('M  b.txt')
    expect(git('reflog', '-1')).toContain('commit: Two files')
    expect((await host.commit({ message: 'The staged one', paths: undefined })).files).toEqual([{ path: 'b.txt', change: 'modified' }])
    expect(git('status', '--porcelain')).toBe('')
    expect(git('fsck')).toBe('')
  })

  it('creates, switches to and deletes branches', async () => {
    await using repository = openRepository({ 'a.txt': 'a\n' }, { sandbox: sandbox() })
    const { place, git, host } = repository
    expect(await host.changeBranch({ action: 'create', name: 'feature/x' })).toMatchObject({ current: 'main' })
    git('switch', '--quiet', 'feature/x')
    place.file('a.txt', 'changed there\n')
    git('commit', '--quiet', '--all', '-m', 'There')
    git('switch', '--quiet', 'main')
    git('pack-refs', '--all')
    expect(await host.planBranch({ action: 'switch', name: 'feature/x' })).toMatchObject({
      current: 'main',
      subject: 'There',
      files: [{ path: 'a.txt', change: 'modified' }],
    })
    expect(await host.changeBranch({ action: 'switch', name: 'feature/x' })).toMatchObject({ current: 'feature/x' })
    expect(git('status', '--porcelain', '--branch')).toBe('## feature/x')
    expect(readFileSync(place.at('a.txt'), 'utf8')).toBe('changed there\n')
    expect(await host.changeBranch({ action: 'switch', name: 'main' })).toMatchObject({ current: 'main' })
    expect(await codeOf(host.changeBranch({ action: 'delete', name: 'feature/x' }))).toBe('GIT_ERROR')
    git('merge', '--quiet', 'feature/x')
    expect(await host.changeBranch({ action: 'delete', name: 'feature/x' })).toMatchObject({
      branches: [{ name: 'main' }],
      current: 'main',
    })
    expect(git('branch', '--list')).toBe('* main')
  })

  it('does not overwrite local changes by a switch', async () => {
    await using repository = openRepository({ 'a.txt': 'a\n' }, { sandbox: sandbox() })
    const { place, git, host } = repository
    git('switch', '--quiet', '-c', 'other')
    place.file('a.txt', 'other\n')
    git('commit', '--quiet', '--all', '-m', 'Other')
    git('switch', '--quiet', 'main')
    place.file('a.txt', 'mine\n')
    await expect(host.changeBranch({ action: 'switch', name: 'other' })).rejects.toThrow(/^Git failed: .*would be overwritten.*a\.txt/)
    expect(readFileSync(place.at('a.txt'), 'utf8')).toBe('mine\n')
    expect(git('branch', '--show-current')).toBe('main')
    expect(existsSync(place.at('.git/HEAD.lock'))).toBe(false)
  })

  it('plans a commit without leaving anything in the repository', async () => {
    await using repository = openRepository({ 'a.txt': 'a\n' }, { sandbox: sandbox() })
    const { place, git, host } = repository
    place.file('a.txt', 'changed\n')
    place.file('.git/hooks/pre-commit', '#!/bin/sh\n')
    const plan = await host.planCommit({ message: 'x', paths: ['.'] })
    expect(plan).toMatchObject({ current: 'main', author: 'Ada <ada@example.com>', hooks: ['pre-commit'], diff: `${git('diff')}\n` })
    expect(git('status', '--porcelain')).toBe(' M a.txt')
    expect(git('count-objects')).toMatch(/^3 objects/)
  })
})

describe('what was shown', () => {
  it('binds a commit', async () => {
    await using repository = openRepository({ 'a.txt': 'a\n' })
    const { place, git, host, given } = repository
    place.file('a.txt', 'shown\n')
    await host.planCommit({ message: 'x', paths: ['.'] })
    const bound = createTestGitHost({ ...given, expected: host.seen() })
    place.file('a.txt', 'something else\n')
    expect(await codeOf(bound.commit({ message: 'x', paths: ['.'] }))).toBe('FILE_CHANGED')
    expect(git('rev-list', '--count', 'HEAD')).toBe('1')
    place.file('a.txt', 'shown\n')
    expect(await codeOf(bound.commit({ message: 'x', paths: ['.'] }))).toBe('no failure')
  })

  it('binds a switch', async () => {
    await using repository = openRepository({ 'a.txt': 'a\n' })
    const { git, host, given } = repository
    git('branch', 'other')
    await host.planBranch({ action: 'switch', name: 'other' })
    git('update-ref', 'refs/heads/other', git('commit-tree', '-m', 'x', git('write-tree')))
    const bound = createTestGitHost({ ...given, expected: host.seen() })
    expect(await codeOf(bound.changeBranch({ action: 'switch', name: 'other' }))).toBe('FILE_CHANGED')
  })
})

describe('limits and refusals', () => {
  it('gives a diff up to the limit and says what to do above it', async () => {
    await using repository = openRepository({ 'a.txt': 'a\n' })
    const { place, host } = repository
    place.file('a.txt', `${'x'.repeat(1_000)}\n`)
    const { diff } = await host.diff({ path: '.', staged: false, maxBytes: MAX_BYTES })
    expect((await host.diff({ path: '.', staged: false, maxBytes: diff.length })).diff).toBe(diff)
    await expect(host.diff({ path: '.', staged: false, maxBytes: diff.length - 1 })).rejects.toThrow(/^File too large: .*ask for one file/)
  })

  it('tells of a repository before its first commit', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'a\n' })
    initRepository(place.root, { commits: false })
    const host = createTestGitHost({ root: place.root, sandbox: BARE, signal: new AbortController().signal })
    expect(await host.status('.')).toMatchObject({ branch: 'main', commit: null, entries: [{ path: 'a.txt', state: 'untracked' }] })
    expect(await host.log({ path: '.', limit: 5 })).toEqual([])
    expect(await codeOf(host.changeBranch({ action: 'create', name: 'x' }))).toBe('GIT_ERROR')
    await expect(host.commit({ message: 'x', paths: ['.'] })).rejects.toThrow(/does not know who commits/)
  })

  it('uses a repository further down by its own names, and names of the workspace outwards', async () => {
    await using place = createTemporaryWorkspace({ 'inner/src/a.txt': 'a\n' })
    const git = initRepository(place.at('inner'))
    const host = createTestGitHost({
      root: place.root,
      sandbox: BARE,
      signal: new AbortController().signal,
      identity: async () => TEST_IDENTITY,
    })
    place.file('inner/src/a.txt', 'b\n')
    expect(await codeOf(host.status('.'))).toBe('GIT_NOT_INITIALIZED')
    expect((await host.status('inner')).entries).toMatchObject([{ path: 'inner/src/a.txt' }])
    expect((await host.diff({ path: 'inner/src/a.txt', staged: false, maxBytes: MAX_BYTES })).diff).toContain(
      '--- a/inner/src/a.txt\n+++ b/inner/src/a.txt',
    )
    expect((await host.commit({ message: 'x', paths: ['inner/src'] })).files).toEqual([{ path: 'inner/src/a.txt', change: 'modified' }])
    expect(git('status', '--porcelain')).toBe('')
  })

  it('does not commit or switch in the middle of a merge', async () => {
    await using repository = openRepository({ 'a.txt': 'a\n' })
    const { place, git, host } = repository
    place.file('.git/MERGE_HEAD', `${git('rev-parse', 'HEAD')}\n`)
    place.file('a.txt', 'b\n')
    expect(await host.status('.')).toMatchObject({ operation: 'merge' })
    await expect(host.commit({ message: 'x', paths: ['.'] })).rejects.toThrow(/a merge is under way/)
  })

  it('does not commit what a filter would have changed', async () => {
    await using repository = openRepository({ 'a.bin': 'a\n', '.gitattributes': '*.bin filter=lfs\n' })
    const { place, git, host } = repository
    place.file('a.bin', 'large\n')
    await expect(host.commit({ message: 'x', paths: ['.'] })).rejects.toThrow(/filter lfs/)
    expect(git('rev-list', '--count', 'HEAD')).toBe('1')
  })

  it('commits to no branch where HEAD is none, and moves HEAD', async () => {
    await using repository = openRepository({ 'a.txt': 'a\n' })
    const { place, git, host } = repository
    git('checkout', '--quiet', '--detach')
    place.file('a.txt', 'b\n')
    const { commit } = await host.commit({ message: 'x', paths: ['a.txt'] })
    expect(git('rev-parse', 'HEAD')).toBe(commit)
    expect(git('rev-parse', 'main')).not.toBe(commit)
    expect(git('status', '--porcelain')).toBe('')
  })

  it('keeps out of the way of another git', async () => {
    await using repository = openRepository({ 'a.txt': 'a\n' })
    const { place, git, host } = repository
    place.file('a.txt', 'b\n')
    place.file('.git/HEAD.lock')
    await expect(host.commit({ message: 'x', paths: ['.'] })).rejects.toThrow(/another git is at work/)
    expect(existsSync(place.at('.git/HEAD.lock'))).toBe(true)
    expect(git('rev-list', '--count', 'HEAD')).toBe('1')
  })
})
