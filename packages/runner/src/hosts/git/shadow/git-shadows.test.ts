// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the lines are for a shell
// Git in a line that only reads: it prints what plain git prints, and nothing that a repository says can make it run or reach anything.

import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { SessionId } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { isExhaustive } from '../../../../../../scripts/chaos/sample.ts'
import { PLACE_TRAPS } from '../../../../test/git-traps/place-traps.ts'
import { PROGRAM_TRAPS } from '../../../../test/git-traps/program-traps.ts'
import { createTrapPlace, OUTSIDE_SECRET, type Trap } from '../../../../test/git-traps/trap.ts'
import { createTestProcessHost } from '../../../../test/hosts/create-host.ts'
import { gitIn, initRepository } from '../../../../test/hosts/git-repository.ts'
import { detectTestSandbox } from '../../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../../../test/hosts/temporary-workspace.ts'
import { findTestToolchains } from '../../../../test/process-parts.ts'
import { monotonic } from '../../../link/clocks.ts'
import { openScratchFolders } from '../../../sandbox/scratch/scratch-folders.ts'
import type { ProcessHostOptions } from '../../processes/process-host.ts'
import { createReadSettings, createRunGit } from '../bare-copy/run-git.ts'
import { createGitShadows } from './git-shadows.ts'

const sandbox = await detectTestSandbox()
if (sandbox.reason && process.env.CI) throw new Error(sandbox.reason)

/** Runs a line as one that is LOW. */
function lowIn(root: string, { hiddenObjects, ...more }: { hiddenObjects?: () => string[] } & Partial<ProcessHostOptions> = {}) {
  const { signal } = new AbortController()
  const run = createRunGit({ sandbox, toolchains: findTestToolchains(root), signal })
  const openGitShadows = createGitShadows({
    root,
    temporaryDir: tmpdir(),
    readSettings: createReadSettings(run),
    emptyFile: '/dev/null',
    hiddenObjects,
  })
  const host = createTestProcessHost({ sandbox, root, risk: 'LOW', network: false, signal, openGitShadows, ...more })
  return (line: string, cwd = '.') => host.runShell({ line, cwd, timeoutSeconds: 30 })
}

/** The same line in a plain shell, with nobody's settings. */
function plain(root: string, line: string): string {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', LANG: 'C.UTF-8', GIT_PAGER: 'cat', TERM: 'dumb', GIT_OPTIONAL_LOCKS: '0' }
  try {
    return execFileSync('/bin/bash', ['--norc', '--noprofile', '-c', line], {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

function fillRepository(root: string): void {
  const git = gitIn(root)
  const write = (name: string, content: string) =>
    execFileSync('/bin/sh', ['-c', 'mkdir -p "$(dirname "$1")" && printf %s "$2" > "$1"', 'x', join(root, name), content])
  write('a.txt', 'one\ntwo\nthree\n')
  write('src/b.ts', 'export const x = 1\n')
  write('имя.md', '# name\n')
  write('.gitignore', '*.log\nbuild/\n')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'First words\n\nAnd more.')
  git('tag', 'v1')
  git('branch', 'other')
  write('a.txt', 'one\n2\nthree\nfour\n')
  git('commit', '--quiet', '-am', 'Second')
  write('a.txt', 'stashed\n')
  git('stash', '--quiet')
  git('mv', 'src/b.ts', 'src/c.ts')
  write('a.txt', 'one\n2\nthree\nfour\nfive\n')
  write('new.txt', 'new\n')
  write('x.log', 'ignored\n')
  write('build/out', 'ignored\n')
  write('kept-out', 'ignored by the repository itself\n')
  execFileSync('/bin/sh', ['-c', `echo kept-out >> "$(git rev-parse --git-path info/exclude)"`], {
    cwd: root,
    env: { PATH: process.env.PATH },
  })
}

const LINES = [
  ...['git status', 'git status --short --branch', 'git status --porcelain=v2 --ignored', 'git status -uall', 'cd src && git status'],
  ...['git diff', 'git diff --cached', 'git diff --stat HEAD~1', 'git diff HEAD -- a.txt', 'git diff --name-only', 'git diff v1..HEAD'],
  ...[
    'git log',
    'git log --oneline --decorate --all',
    'git log -p -2',
    'git log --stat',
    'git log --graph --format=%h%x20%s',
    'git log -g --oneline',
  ],
  ...[
    'git show',
    'git show HEAD~1:a.txt',
    'git show --stat v1',
    'git show stash@{0}',
    'git blame a.txt | grep -v "Not Committed"',
    'git blame -L1,2 HEAD~1 -- a.txt',
  ],
  ...['git branch', 'git branch -a -vv', 'git branch --show-current', 'git tag', 'git stash list', 'git stash show -p', 'git reflog'],
  ...[
    'git ls-files',
    'git ls-files -o --exclude-standard',
    'git ls-files -s',
    'git ls-tree -r HEAD',
    'git cat-file -p HEAD',
    'git grep -n one',
  ],
  ...[
    'git rev-parse HEAD',
    'git rev-parse --show-toplevel',
    'git rev-parse --git-dir',
    'git rev-parse --is-inside-work-tree',
    'git rev-parse --git-common-dir',
  ],
  ...[
    'git describe --tags',
    'git shortlog -sn HEAD',
    'git rev-list --count HEAD',
    'git for-each-ref',
    'git merge-base HEAD other',
    'git worktree list',
  ],
  ...[
    'git check-ignore -v x.log kept-out',
    'git diff | head -5; git status -s | wc -l',
    'git name-rev HEAD',
    'git log --follow --oneline -- src/c.ts',
  ],
]

const KINDS: Record<string, (place: TemporaryWorkspace) => string> = {
  'an ordinary repository': (place) => {
    initRepository(place.root)
    return place.root
  },
  'a linked worktree': (place) => {
    place.folder('../main')
    const main = initRepository(place.at('../main'))
    rmSync(place.root, { recursive: true })
    main('worktree', 'add', '--quiet', '-b', 'side', place.root)
    return place.root
  },
  'a submodule': (place) => {
    place.folder('../source')
    initRepository(place.at('../source'))
    place.folder('../whole')
    const whole = initRepository(place.at('../whole'))
    whole('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', place.at('../source'), 'sub')
    return place.at('../whole/sub')
  },
  'a repository with a submodule and a worktree of its own': (place) => {
    place.folder('../source')
    initRepository(place.at('../source'))
    const whole = initRepository(place.root)
    whole('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', place.at('../source'), 'sub')
    whole('commit', '--quiet', '-m', 'With a submodule')
    whole('worktree', 'add', '--quiet', '-b', 'side', 'trees/side')
    gitIn(place.at('sub'))('commit', '--quiet', '--allow-empty', '-m', 'Ahead')
    return place.root
  },
}

describe.skipIf(sandbox.isolation === 'none').each(Object.entries(KINDS))('in %s', (kind, make) => {
  it('git prints what plain git prints', { timeout: 120_000 }, async () => {
    await using place = createTemporaryWorkspace()
    const root = make(place)
    fillRepository(root)
    const low = lowIn(root)
    const inner = kind.includes('of its own') ? ['git -C sub log --oneline', 'cd trees/side && git status', 'git -C trees/side branch'] : []
    // In one line, which takes a fraction of the time.
    const all = [...LINES, ...inner].map((line) => `echo '== ${line}'\n( ${line} )`).join('\n')
    const { stdout, stderr } = await low(all)
    expect(stderr).not.toContain('[countersign]')
    expect(stdout).toBe(plain(root, all))
  })

  it('nothing of the repository changes', { timeout: 60_000 }, async () => {
    await using place = createTemporaryWorkspace()
    const root = make(place)
    fillRepository(root)
    const before = plain(root, 'git status --porcelain=v2; git for-each-ref; git stash list')
    for (const line of [
      'git add -A',
      'git commit -m x',
      'git branch made',
      'git stash',
      'git config a.b c',
      'git gc',
      'git checkout other',
      'git tag -d v1',
    ])
      await lowIn(root)(line)
    expect(plain(root, 'git status --porcelain=v2; git for-each-ref; git stash list')).toBe(before)
  })
})

it.skipIf(sandbox.isolation === 'none')('content that no tree names cannot be printed by its id', async () => {
  await using place = createTemporaryWorkspace({ 'a.txt': 'a\n' })
  const git = initRepository(place.root)
  place.file('secret', 'a secret without a name\n')
  const id = git('hash-object', '-w', 'secret')
  rmSync(place.at('secret'))
  const hiddenObjects = () => [place.at(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`), place.at('.git/objects/00/gone')]
  expect((await lowIn(place.root)(`git cat-file -p ${id}`)).stdout).toContain('secret')
  const { stdout, stderr } = await lowIn(place.root, { hiddenObjects })(`git cat-file -p ${id}; git log --oneline`)
  expect(stdout + stderr).not.toContain('without a name')
  expect(stdout).toContain('The first')
})

const READING = [
  'git status',
  'git diff',
  'git diff --cached',
  'git log -p',
  'git show HEAD',
  'git blame a.txt',
  'git stash list',
  'git branch -vv',
  'git ls-files',
  'git grep one',
]

const SESSION = '0198c0de-0000-7000-8000-00000000000a' as SessionId
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A trap that springs in a line that only reads can leave its mark only in the `/tmp` of the session. */
async function openTrap() {
  const place = createTrapPlace()
  const folders = await openScratchFolders({ folder: place.workspace.at('../../sessions-of-traps'), logger: SILENT, clock: monotonic })
  const openScratch = folders.use.bind(folders, SESSION)
  const runAs = (risk: 'LOW' | 'MEDIUM') => lowIn(place.workspace.root, { openScratch, risk })
  return {
    ...place,
    low: runAs('LOW'),
    medium: runAs('MEDIUM'),
    hasSprungInside: () => existsSync(join(folders.find(SESSION) ?? '/nowhere', basename(place.temporaryMark))),
    [Symbol.asyncDispose]: async () => {
      await folders[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}

describe.skipIf(sandbox.isolation === 'none')('a hostile repository', () => {
  it('would be noticed', async () => {
    await using place = await openTrap()
    await place.low(place.program)
    expect(place.hasSprungInside()).toBe(true)
  })

  async function expectUnharmed(traps: readonly Trap[]): Promise<void> {
    await using place = await openTrap()
    for (const trap of traps) trap.set(place)
    place.forget()
    const before = place.outsideNow()
    const { stdout, stderr } = await place.low(READING.join('; '))
    expect(stdout + stderr).not.toContain(OUTSIDE_SECRET)
    expect([place.hasSprung(), place.hasSprungInside()]).toEqual([false, false])
    expect(place.outsideNow()).toBe(before)
  }

  // The last first: it needs a git that still works.
  it('runs none of all its programs together', { timeout: 60_000 }, () => expectUnharmed(PROGRAM_TRAPS.toReversed()))

  const single = isExhaustive ? [...PROGRAM_TRAPS, ...PLACE_TRAPS] : PLACE_TRAPS
  it.each(single.map((trap) => [trap.name, trap] as const))('reaches nothing: %s', { timeout: 60_000 }, async (_, trap) =>
    expectUnharmed([trap]),
  )

  it('is not found in a folder that only looks like one, nor in /tmp', async () => {
    await using place = await openTrap()
    const { workspace, program } = place
    const bare = gitIn(workspace.at('..'))
    bare('init', '--quiet', '--bare', workspace.at('looks'))
    const set = (key: string, value: string) => bare('--git-dir', workspace.at('looks'), 'config', key, value)
    set('core.bare', 'false')
    set('core.fsmonitor', program)
    set('core.worktree', '..')
    await place.low('cd looks && git status')
    // However its name is written, and where another program starts it.
    await place.low('cd looks && g"i"t status; x=gi; ${x}t status; env g\\it status')
    await place.medium(`git init -q /tmp/r && git -C /tmp/r config core.fsmonitor ${program}`)
    const { stderr } = await place.low('cd /tmp/r && git status; git -C /tmp/r status')
    expect(stderr).toContain('uses git sees an empty one instead')
    expect([place.hasSprung(), place.hasSprungInside()]).toEqual([false, false])
  })
})
