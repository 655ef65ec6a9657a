// Ways by which a repository makes an ordinary git run a program of its choice.
import { appendFileSync, chmodSync } from 'node:fs'
import { gitIn, initRepository } from '../hosts/git-repository.ts'
import { quietly, runs, type Trap, type TrapPlace } from './trap.ts'

const COMMIT = ['commit', '--all', '-m', 'x']

const hook = (name: string, ...spring: string[]): Trap => ({
  name: `the hook ${name}`,
  set: ({ workspace, program }) => chmodSync(workspace.file(`.git/hooks/${name}`, `#!/bin/sh\nexec ${program} </dev/null\n`), 0o755),
  spring: runs(...spring),
})

type Settings = (place: TrapPlace) => Readonly<Record<string, string>>

const setting = (name: string, settings: Settings, ...spring: string[]): Trap => ({
  name,
  set: (place) => {
    for (const [key, value] of Object.entries(settings(place))) place.git('config', key, value)
  },
  ...(spring.length > 0 && { spring: runs(...spring) }),
})

/** With `*.txt` marked for it in the attributes of the work tree. */
const driver = (name: string, attribute: string, settings: Settings, ...spring: string[]): Trap => ({
  name,
  set: (place) => {
    place.workspace.file('.gitattributes', `*.txt ${attribute}\n`)
    for (const [key, value] of Object.entries(settings(place))) place.git('config', key, value)
  },
  spring: runs(...spring),
})

const included = (name: string, section: (place: TrapPlace) => string): Trap => ({
  name,
  set: (place) => {
    const file = place.workspace.file('more.config', `[core]\n\tfsmonitor = ${place.program}\n`)
    appendFileSync(place.workspace.at('.git/config'), `${section(place)}\n\tpath = ${file}\n`)
  },
  spring: runs('status'),
})

export const PROGRAM_TRAPS: readonly Trap[] = [
  hook('pre-commit', ...COMMIT),
  hook('prepare-commit-msg', ...COMMIT),
  hook('commit-msg', ...COMMIT),
  hook('post-commit', ...COMMIT),
  hook('post-checkout', 'checkout', 'other', '--', 'folder/c.txt'),
  hook('reference-transaction', 'update-ref', 'refs/heads/more', 'HEAD'),
  hook('post-index-change', 'add', '--all'),
  setting(
    'another folder of hooks',
    ({ workspace, program }) => {
      chmodSync(workspace.file('hooks/pre-commit', `#!/bin/sh\nexec ${program} </dev/null\n`), 0o755)
      return { 'core.hooksPath': workspace.at('hooks') }
    },
    ...COMMIT,
  ),
  setting('a watcher of files', ({ program }) => ({ 'core.fsmonitor': program }), 'status'),
  setting('a program that shows differences', ({ program }) => ({ 'diff.external': program }), 'diff'),
  setting('a pager', ({ program }) => ({ 'core.pager': program, 'pager.log': program, 'pager.diff': program, 'pager.branch': program })),
  setting('an editor', ({ program }) => ({ 'core.editor': program, 'sequence.editor': program }), 'commit', '--all'),
  setting('a signing program', ({ program }) => ({ 'commit.gpgSign': 'true', 'gpg.program': program, 'user.signingKey': 'x' }), ...COMMIT),
  setting('a program for ssh', ({ program }) => ({ 'core.sshCommand': program, 'remote.origin.url': 'ssh://h/x' }), 'fetch', 'origin'),
  setting('a proxy', ({ program }) => ({ 'core.gitProxy': program, 'remote.origin.url': 'git://h/x' }), 'fetch', 'origin'),
  setting(
    'a helper for a protocol',
    ({ program }) => ({ 'protocol.ext.allow': 'always', 'remote.origin.url': `ext::${program}` }),
    'fetch',
    'origin',
  ),
  setting('an alias', ({ program }) => ({ 'alias.st': `!${program}`, 'alias.status': `!${program}`, 'alias.switch': `!${program}` }), 'st'),
  setting('helpers for passwords', ({ program }) => ({ 'credential.helper': `!${program}`, 'core.askPass': program })),
  driver('a program that turns files to text', 'diff=trap', ({ filter }) => ({ 'diff.trap.textconv': filter }), 'diff'),
  driver('a program that shows differences of some files', 'diff=trap', ({ program }) => ({ 'diff.trap.command': program }), 'diff'),
  driver('a program that cleans files', 'filter=trap', ({ filter }) => ({ 'filter.trap.clean': filter }), 'add', '--all'),
  driver(
    'a required program that cleans files',
    'filter=trap',
    ({ filter }) => ({ 'filter.trap.clean': filter, 'filter.trap.required': 'true' }),
    'add',
    '--all',
  ),
  driver(
    'a program that smudges files',
    'filter=trap',
    ({ filter }) => ({ 'filter.trap.smudge': filter }),
    'checkout',
    'other',
    '--',
    'folder/c.txt',
  ),
  driver('a program that filters many files', 'filter=trap', ({ program }) => ({ 'filter.trap.process': program }), 'add', '--all'),
  {
    name: 'attributes inside of .git',
    set: ({ workspace, git, program }) => {
      workspace.file('.git/info/attributes', '*.txt diff=trap\n')
      git('config', 'diff.trap.textconv', program)
    },
    spring: runs('diff'),
  },
  setting(
    'a file of attributes elsewhere',
    ({ workspace, program }) => {
      workspace.file('../attributes', '*.txt diff=trap\n')
      return { 'core.attributesFile': workspace.at('../attributes'), 'diff.trap.textconv': program }
    },
    'diff',
  ),
  included('a file of more settings', () => '[include]'),
  included('a file of more settings, on a condition', ({ workspace }) => `[includeIf "gitdir:${workspace.root}/"]`),
  {
    name: 'settings of a worktree',
    set: ({ workspace, git, program }) => {
      git('config', 'extensions.worktreeConfig', 'true')
      workspace.file('.git/config.worktree', `[core]\n\tfsmonitor = ${program}\n`)
    },
    spring: runs('status'),
  },
  {
    name: 'an object that is fetched when it is missed',
    set: ({ workspace, git, program }) => {
      git('config', 'core.repositoryFormatVersion', '1')
      git('config', 'extensions.partialClone', 'origin')
      git('config', 'remote.origin.promisor', 'true')
      git('config', 'remote.origin.url', `ext::${program}`)
      git('config', 'protocol.ext.allow', 'always')
      const missing = 'a'.repeat(40)
      workspace.file('.git/refs/heads/missing', `${git('commit-tree', '-m', 'x', git('write-tree'))}\n`)
      git('update-index', '--add', '--cacheinfo', `100644,${missing},lazy.txt`)
    },
    spring: runs('diff', '--cached'),
  },
  {
    name: 'settings of the one who started the runner',
    set: ({ program }) => {
      Object.assign(process.env, {
        GIT_EXTERNAL_DIFF: program,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'core.fsmonitor',
        GIT_CONFIG_VALUE_0: program,
        GIT_SSH_COMMAND: program,
      })
    },
    spring: ({ workspace }) => quietly(() => gitIn(workspace.root, process.env)('status')),
  },
  {
    name: 'a submodule with settings of its own',
    set: ({ workspace, git, program }) => {
      workspace.file('sub/x.txt', 'x\n')
      const sub = initRepository(workspace.at('sub'))
      git('add', 'sub')
      git('commit', '--quiet', '-m', 'Sub')
      workspace.file('sub/x.txt', 'x, changed\n')
      sub('config', 'core.fsmonitor', program)
    },
    spring: runs('status'),
  },
]
