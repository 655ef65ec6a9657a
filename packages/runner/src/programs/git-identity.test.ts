import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { detectTestSandbox, runIn } from '../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import { PROCESS_PARTS, TEST_THREADS } from '../../test/process-parts.ts'
import { UNKEPT } from '../changes/staging/stage-file.ts'
import { NO_LOCATION_RULES } from '../disk/names.ts'
import { openMachine } from '../machine/machine.ts'
import { createGitIdentity } from './git-identity.ts'
import { findToolchains } from './toolchains.ts'

const SETTINGS = { '../me/.gitconfig': '[user]\nname = Ada\nemail = ada@example.com\n', 'a.txt': '' }
const environmentOf = (place: TemporaryWorkspace) => ({ PATH: process.env.PATH, HOME: place.at('../me') })
const identityIn = ({ root }: TemporaryWorkspace, environment: NodeJS.ProcessEnv) =>
  createGitIdentity({
    root,
    toolchains: findToolchains({ root, path: environment.PATH, home: '/nowhere', node: process.execPath }),
    environment,
  })

it('a commit is made in the name that git knows, without showing the person’s settings', async () => {
  await using place = createTemporaryWorkspace(SETTINGS)
  const identity = identityIn(place, environmentOf(place))
  execFileSync('git', ['init', '-q'], { cwd: place.root })
  const run = runIn({ ...place, sandbox: await detectTestSandbox(), identity })
  expect(await run('git', 'add', 'a.txt')).toMatchObject({ exitCode: 0 })
  expect(await run('git', 'commit', '-qm', 'first')).toMatchObject({ exitCode: 0 })
  expect((await run('git', 'log', '--format=%an <%ae>')).stdout).toBe('Ada <ada@example.com>\n')
})

it('a repository’s own name for the person comes first, also when it is set later', async () => {
  await using place = createTemporaryWorkspace(SETTINGS)
  execFileSync('git', ['init', '-q'], { cwd: place.root })
  const identity = identityIn(place, environmentOf(place))
  expect(await identity()).toMatchObject({ GIT_AUTHOR_EMAIL: 'ada@example.com' })
  execFileSync('git', ['config', 'user.email', 'ada@work.example'], { cwd: place.root })
  expect(await identity()).toMatchObject({ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@work.example' })
})

it('nobody is known where there are no settings', async () => {
  await using place = createTemporaryWorkspace()
  expect(await identityIn(place, { PATH: process.env.PATH, HOME: place.root })()).toEqual({})
})

it('the runner’s machine looks it up for the first command that may commit, with the git of the system', async () => {
  await using place = createTemporaryWorkspace({ 'a.txt': '' })
  // As under `npx`: programs of the workspace come first.
  const bin = place.folder('node_modules/.bin')
  writeFileSync(`${bin}/git`, `#!/bin/sh\ntouch ${place.at('../planted')}\nexec /usr/bin/git "$@"\n`, { mode: 0o755 })
  const environment = { ...environmentOf(place), PATH: `${bin}:${process.env.PATH}` }
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const dataDir = place.at('../data')
  const machine = await openMachine({
    ...PROCESS_PARTS,
    searchThreads: TEST_THREADS,
    ...place,
    temporaries: UNKEPT,
    dataDir,
    logger,
    environment,
    mask: (text) => text,
  })
  const { signal } = new AbortController()
  const run = (risk: 'LOW' | 'MEDIUM', command: string) =>
    machine
      .processes({ network: false, risk, signal, onOutput: () => undefined, places: NO_LOCATION_RULES })
      .run({ command, args: [], timeoutSeconds: 10 })
  expect((await run('LOW', 'pwd')).exitCode).toBe(0)
  // Written only now: whoever had looked before would know nobody.
  writeFileSync(`${place.folder('../me')}/.gitconfig`, '[user]\nname = Ada\n')
  expect((await run('MEDIUM', 'env')).stdout).toContain('GIT_COMMITTER_NAME=Ada\n')
  expect(existsSync(place.at('../planted'))).toBe(false)
})

it('a link on the PATH that leads into the workspace is not followed', async () => {
  await using place = createTemporaryWorkspace({ '../me/.gitconfig': '[user]\nname = Ada\n', 'git.sh': '' })
  writeFileSync(place.at('git.sh'), `#!/bin/sh\ntouch ${place.at('../planted')}\necho Eve\n`, { mode: 0o755 })
  const bin = place.folder('../bin')
  symlinkSync(place.at('git.sh'), `${bin}/git`)
  const toolchains = { path: [bin], readingPath: [bin], folders: [], variables: {} }
  expect(await createGitIdentity({ root: place.root, toolchains, environment: environmentOf(place) })()).toEqual({})
  expect(existsSync(place.at('../planted'))).toBe(false)
})
