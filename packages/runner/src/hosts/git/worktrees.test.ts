// Workspaces whose `.git` is a file: linked worktrees and submodules. Their repository lies outside, and says itself that they belong to it.

import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestGitHost } from '../../../test/hosts/create-host.ts'
import { gitIn, initRepository, TEST_IDENTITY } from '../../../test/hosts/git-repository.ts'
import { NO_SANDBOX } from '../../../test/hosts/persistent-in.ts'
import { detectTestSandbox, runIn } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import type { Sandbox } from '../../sandbox/index.ts'

let sandboxed: Sandbox
beforeAll(async () => {
  sandboxed = await detectTestSandbox()
})

/** The workspace becomes a worktree of `../main`. */
function makeWorktree(place: TemporaryWorkspace): string {
  place.file('../main/a.txt', 'a\n')
  const main = initRepository(place.at('../main'))
  rmSync(place.root, { recursive: true })
  main('worktree', 'add', '--quiet', '-b', 'side', place.root)
  return place.root
}

/** The workspace becomes a submodule of `../whole`. */
function makeSubmodule(place: TemporaryWorkspace): string {
  place.file('../source/a.txt', 'a\n')
  initRepository(place.at('../source'))
  place.folder('../whole')
  const whole = initRepository(place.at('../whole'))
  whole('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', place.at('../source'), 'sub')
  return place.at('../whole/sub')
}

const KINDS = [
  ['a linked worktree', makeWorktree],
  ['a submodule', makeSubmodule],
] as const

describe.each(KINDS)('in %s', (_, make) => {
  it.each(['sandbox', 'none'])('every git tool works (isolation %s)', async (isolation) => {
    await using place = createTemporaryWorkspace()
    const root = make(place)
    const git = gitIn(root)
    const sandbox = isolation === 'none' ? NO_SANDBOX : sandboxed
    const host = createTestGitHost({ root, sandbox, signal: new AbortController().signal, identity: async () => TEST_IDENTITY })
    place.file(root === place.root ? 'a.txt' : '../whole/sub/a.txt', 'changed\n')
    expect(await host.status('.')).toMatchObject({ branch: git('branch', '--show-current'), entries: [{ path: 'a.txt' }] })
    expect((await host.diff({ path: '.', staged: false, maxBytes: 10_000 })).diff.trimEnd()).toBe(git('diff'))
    const { commit } = await host.commit({ message: 'Changed', paths: ['a.txt'] })
    expect(git('rev-parse', 'HEAD')).toBe(commit)
    expect(git('status', '--porcelain')).toBe('')
    expect(git('reflog', '-1')).toContain('commit: Changed')
    expect((await host.log({ path: '.', limit: 5 })).map(({ subject }) => subject)).toEqual(['Changed', 'The first'])
    await host.changeBranch({ action: 'create', name: 'other' })
    expect(await host.changeBranch({ action: 'switch', name: 'other' })).toMatchObject({ current: 'other' })
    expect(git('branch', '--show-current')).toBe('other')
    expect(git('fsck')).toBe('')
  })

  it('commands keep the `.git` file, git works in them, and neither hooks nor settings can be changed', async () => {
    await using place = createTemporaryWorkspace()
    const root = make(place)
    const git = gitIn(root)
    const quarantineDir = place.at('../quarantine')
    const run = runIn({ root, sandbox: sandboxed, quarantineDir, identity: async () => TEST_IDENTITY })
    const hooks = git('rev-parse', '--git-path', 'hooks')
    const settings = git('rev-parse', '--git-path', 'config')
    const before = readFileSync(settings, 'utf8')
    const line = 'echo b > b.txt; git add b.txt && git commit -qm Second && git log --format=%s -1'
    expect(await run('bash', '-c', line)).toMatchObject({ stdout: 'Second\n', stderr: '', exitCode: 0 })
    await run('bash', '-c', `echo x > ${hooks}/pre-commit; git config core.fsmonitor evil; echo "gitdir: /tmp" > .git; rm -f .git`)
    expect(lstatSync(`${root}/.git`).isFile()).toBe(true)
    expect(existsSync(`${hooks}/pre-commit`)).toBe(false)
    expect(readFileSync(settings, 'utf8')).toBe(before)
    expect(git('log', '--format=%s')).toBe('Second\nThe first')
    expect(git('status', '--porcelain')).toBe('')
    expect(existsSync(quarantineDir)).toBe(false)
  })
})

describe('a linked worktree', () => {
  it('leaves the list and the branch of the other work tree alone', async () => {
    await using place = createTemporaryWorkspace()
    makeWorktree(place)
    const main = gitIn(place.at('../main'))
    const index = readFileSync(place.at('../main/.git/index'))
    const run = runIn({ ...place, sandbox: sandboxed, quarantineDir: place.at('../quarantine') })
    const dir = place.at('../main/.git')
    await run(
      'bash',
      '-c',
      `cp .git ${dir}/index; echo "ref: refs/heads/x" > ${dir}/HEAD; echo x > ${dir}/config.worktree; mkdir -p ${dir}/rebase-merge`,
    )
    expect(readFileSync(place.at('../main/.git/index'))).toEqual(index)
    expect(main('branch', '--show-current')).toBe('main')
    expect(existsSync(`${dir}/config.worktree`)).toBe(false)
    expect(existsSync(`${dir}/rebase-merge`)).toBe(false)
    const host = createTestGitHost({ ...place, sandbox: NO_SANDBOX, signal: new AbortController().signal })
    await expect(host.changeBranch({ action: 'switch', name: 'main' })).rejects.toThrow('main is in use in the repository itself')
  })

  it('that its repository does not know is refused, and nothing of it is shown to a command', async () => {
    await using place = createTemporaryWorkspace()
    makeWorktree(place)
    const root = place.folder('../other')
    place.file('../other/.git', readFileSync(place.at('.git'), 'utf8'))
    const host = createTestGitHost({ root, sandbox: NO_SANDBOX, signal: new AbortController().signal })
    await expect(host.status('.')).rejects.toThrow('which knows nothing of it')
    expect((await runIn({ root, sandbox: sandboxed })('ls', place.at('../main/.git'))).exitCode).not.toBe(0)
  })

  it('in the workspace itself is a repository like any other', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'a\n' })
    const git = initRepository(place.root)
    git('worktree', 'add', '--quiet', '-b', 'side', 'wt')
    place.file('wt/a.txt', 'b\n')
    const host = createTestGitHost({
      ...place,
      sandbox: sandboxed,
      signal: new AbortController().signal,
      identity: async () => TEST_IDENTITY,
    })
    expect(await host.commit({ message: 'Side', paths: ['wt/a.txt'] })).toMatchObject({ files: [{ path: 'wt/a.txt' }] })
    const run = runIn({ ...place, sandbox: sandboxed, quarantineDir: place.at('../quarantine'), identity: async () => TEST_IDENTITY })
    expect(await run('bash', '-c', 'cd wt && echo c > c.txt && git add . && git commit -qm More')).toMatchObject({
      exitCode: 0,
      stderr: '',
    })
    expect(gitIn(place.at('wt'))('log', '--format=%s')).toBe('More\nSide\nThe first')
  })
})
