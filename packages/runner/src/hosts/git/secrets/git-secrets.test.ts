// Whether git could print a sensitive file, asked of real repositories.
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { initRepository } from '../../../../test/hosts/git-repository.ts'
import { detectTestSandbox } from '../../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../../../test/hosts/temporary-workspace.ts'
import { findTestToolchains } from '../../../../test/process-parts.ts'
import { gitNamesIn } from '../../../commands/sandboxed-command.ts'
import { createReadSettings, createRunGit } from '../bare-copy/run-git.ts'
import { createGitSecrets, type GitSecrets } from './git-secrets.ts'

const sandbox = await detectTestSandbox()
if (sandbox.reason && process.env.CI) throw new Error(sandbox.reason)

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

function secretsIn(root: string): GitSecrets {
  const run = createRunGit({ sandbox, toolchains: findTestToolchains(root), signal: new AbortController().signal })
  const gitNames = async () => (sandbox.isolation === 'none' ? [] : gitNamesIn(sandbox.hiddenIn(root)))
  return createGitSecrets({
    root,
    temporaryDir: tmpdir(),
    readSettings: createReadSettings(run),
    gitNames,
    run,
    stop: () => undefined,
    logger: SILENT,
  })
}

type Git = ReturnType<typeof initRepository>
type Make = (place: TemporaryWorkspace, git: Git) => void

const commitAll = (git: Git, message = 'x') => {
  git('add', '--all', '--force')
  git('commit', '--quiet', '--allow-empty', '-m', message)
}

const NONE: Record<string, Make> = {
  'ordinary files': () => undefined,
  'look-alikes': (place, git) => {
    for (const name of ['src/auth.json', 'src/config/form.ts', 'docs/credentials.md', '.env.example', 'src/secrets.ts'])
      place.file(name, name)
    commitAll(git)
  },
  'a secret that git never saw': (place) => place.file('.env', 'SECRET=1'),
  'objects in a pack': (_, git) => git('gc', '--quiet', '--prune=now'),
  'content that was staged and replaced, which is hidden': (place, git) => {
    for (const text of ['one', 'two', 'three']) {
      place.file('a.txt', text)
      git('add', 'a.txt')
    }
  },
}

const SOME: Record<string, Make> = {
  'a secret in the last commit': (place, git) => {
    place.file('.env', 'SECRET=1')
    commitAll(git)
  },
  'one that is only staged': (place, git) => {
    place.file('deep/server.key', 'SECRET')
    git('add', '--force', 'deep/server.key')
  },
  'one that an older commit had': (place, git) => {
    place.file('.env', 'SECRET=1')
    commitAll(git)
    git('rm', '--quiet', '.env')
    commitAll(git)
  },
  'one on another branch, in a pack': (place, git) => {
    git('switch', '--quiet', '-c', 'other')
    place.file('.kube/config', 'SECRET')
    commitAll(git)
    git('switch', '--quiet', 'main')
    git('gc', '--quiet')
  },
  'one in a stash': (place, git) => {
    place.file('.npmrc', 'SECRET')
    git('stash', '--quiet', '--include-untracked')
  },
  'one in a commit that nothing leads to': (place, git) => {
    place.file('.env', 'SECRET=1')
    commitAll(git)
    git('reset', '--quiet', '--hard', 'HEAD~1')
    git('reflog', 'expire', '--expire=now', '--all')
  },
  'one in a folder whose name ends a line': (place, git) => {
    place.file('x\n/.env', 'SECRET=1')
    commitAll(git)
  },
  'one deep in a place for secrets': (place, git) => {
    place.file('a/b/.config/gh/hosts.yml', 'SECRET')
    commitAll(git)
  },
  'one that is a secret only at the root': (place, git) => {
    place.file('auth.json', 'SECRET')
    commitAll(git)
  },
}

describe.skipIf(sandbox.isolation === 'none')('whether git could print a secret', () => {
  async function answerOf(make: Make): Promise<string | null> {
    await using place = createTemporaryWorkspace({ 'a.txt': 'a\n', 'src/config/b.ts': 'b\n' })
    make(place, initRepository(place.root))
    // `await`: the workspace goes when this has ended.
    return await secretsIn(place.root).check()
  }
  it.each(Object.entries(NONE))('none: %s', async (_, make) => expect(await answerOf(make)).toBe('none'))
  it.each(Object.entries(SOME))('some: %s', async (_, make) => expect(await answerOf(make)).toBe('some'))

  it('is not known at first, and follows what happens', { timeout: 60_000 }, async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'a\n' })
    const git = initRepository(place.root)
    const secrets = secretsIn(place.root)
    const told: unknown[] = []
    secrets.onChange(() => told.push(secrets.current()))
    expect(secrets.current()).toBeNull()
    expect(await secrets.check()).toBe('none')
    place.file('b.txt', 'b\n')
    commitAll(git)
    expect(await secrets.check()).toBe('none')
    place.file('sub/.env', 'SECRET=1')
    git('add', '--force', 'sub/.env')
    expect(await secrets.check()).toBe('some')
    git('rm', '--quiet', '--cached', 'sub/.env')
    // The content is still there, and has no name by which it could be known.
    expect(await secrets.check()).toBe('none')
    expect(secrets.namelessFiles()).toHaveLength(1)
    expect(told).toContain('some')
  })

  it('is none where there is no repository, and unknown where it cannot be read', async () => {
    await using place = createTemporaryWorkspace({ 'a.txt': 'a\n' })
    const secrets = secretsIn(place.root)
    expect(await secrets.check()).toBe('none')
    const git = initRepository(place.root)
    const id = git('rev-parse', 'HEAD^{tree}')
    git('repack', '-q', '-a', '-d')
    place.file(`.git/objects/${id.slice(0, 2)}/${'0'.repeat(38)}`, 'no object')
    expect(await secrets.check()).toBeNull()
  })
})
