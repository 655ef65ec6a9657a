import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openMachine } from '../../machine.ts'
import { UNKEPT } from '../files/staging/temporaries.ts'
import { detectTestSandbox, runIn } from '../test/run-in.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../test/temporary-workspace.ts'
import { createGitIdentity, findGitIdentity } from './git-identity.ts'

const SETTINGS = { '../me/.gitconfig': '[user]\nname = Ada\nemail = ada@example.com\n', 'a.txt': '' }
const environmentOf = (place: TemporaryWorkspace) => ({ PATH: process.env.PATH, HOME: place.at('../me') })

it('a commit is made in the name that git knows, without showing the person’s settings', async () => {
  await using place = createTemporaryWorkspace(SETTINGS)
  const identity = createGitIdentity(place.root, environmentOf(place))
  execFileSync('git', ['init', '-q'], { cwd: place.root })
  const run = runIn({ ...place, sandbox: await detectTestSandbox(), identity })
  expect(await run('git', 'add', 'a.txt')).toMatchObject({ exitCode: 0 })
  expect(await run('git', 'commit', '-qm', 'first')).toMatchObject({ exitCode: 0 })
  expect((await run('git', 'log', '--format=%an <%ae>')).stdout).toBe('Ada <ada@example.com>\n')
})

it('a repository’s own name for the person comes first, also when it is set later', async () => {
  await using place = createTemporaryWorkspace(SETTINGS)
  execFileSync('git', ['init', '-q'], { cwd: place.root })
  const identity = createGitIdentity(place.root, environmentOf(place))
  expect(await identity()).toMatchObject({ GIT_AUTHOR_EMAIL: 'ada@example.com' })
  execFileSync('git', ['config', 'user.email', 'ada@work.example'], { cwd: place.root })
  expect(await identity()).toMatchObject({ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@work.example' })
})

it('nobody is known where there are no settings', async () => {
  await using place = createTemporaryWorkspace()
  expect(await findGitIdentity({ PATH: process.env.PATH, HOME: place.root })).toEqual({})
})

it('the runner’s machine looks it up for the first command that may commit, not before', async () => {
  await using place = createTemporaryWorkspace(SETTINGS)
  // A git that leaves a trace wherever it was started.
  const bin = place.folder('../bin')
  writeFileSync(`${bin}/git`, `#!/bin/sh\ntouch ${place.at('../asked')}\nexec /usr/bin/git "$@"\n`, { mode: 0o755 })
  const environment = { ...environmentOf(place), PATH: `${bin}:${process.env.PATH}` }
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const dataDir = place.at('../data')
  const machine = await openMachine({ ...place, temporaries: UNKEPT, dataDir, logger, environment, mask: (text) => text })
  const { signal } = new AbortController()
  const run = (risk: 'LOW' | 'MEDIUM', command: string) =>
    machine.processes({ network: false, risk, signal, onOutput: () => undefined }).run({ command, args: [], timeoutSeconds: 10 })
  expect((await run('LOW', 'pwd')).exitCode).toBe(0)
  expect(existsSync(place.at('../asked'))).toBe(false)
  expect((await run('MEDIUM', 'env')).stdout).toContain('GIT_COMMITTER_NAME=Ada\n')
})
