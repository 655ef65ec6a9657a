// Ways by which a repository leads an ordinary git to what lies outside of the workspace, or keeps it waiting.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { gitIn } from '../hosts/git-repository.ts'
import { quietly, runs, type Trap, type TrapPlace } from './trap.ts'

/** Something of `.git` is a link to the same thing of the repository outside. */
const linked = (name: string, ...spring: string[]): Trap => ({
  name: `a link in place of .git/${name}`,
  set: ({ workspace, outside }) => {
    rmSync(workspace.at(`.git/${name}`), { recursive: true, force: true })
    workspace.link(`.git/${name}`, `${outside}/.git/${name}`)
  },
  ...(spring.length > 0 && { spring: runs(...spring) }),
})

/** Git itself makes no index with such names; the name is changed in the file, and its checksum with it. */
function renameInIndex({ workspace }: TrapPlace, from: string, to: string): void {
  const bytes = readFileSync(workspace.at('.git/index'))
  bytes.write(to, bytes.indexOf(from), 'latin1')
  const body = bytes.subarray(0, -20)
  writeFileSync(workspace.at('.git/index'), Buffer.concat([body, createHash('sha1').update(body).digest()]))
}

export const PLACE_TRAPS: readonly Trap[] = [
  {
    name: 'a work tree elsewhere',
    set: ({ git, outside }) => void git('config', 'core.worktree', outside),
    spring: ({ git }) => git('status').replace('secret.txt', 'words from outside the workspace'),
  },
  {
    name: 'a .git that is a file and leads outside',
    set: ({ workspace, outside }) => {
      rmSync(workspace.at('.git'), { recursive: true })
      workspace.file('.git', `gitdir: ${outside}/.git\n`)
    },
    spring: runs('log'),
  },
  {
    name: 'a .git that is a link',
    set: ({ workspace, outside }) => {
      rmSync(workspace.at('.git'), { recursive: true })
      workspace.link('.git', `${outside}/.git`)
    },
    spring: runs('log'),
  },
  {
    name: 'a common folder outside',
    set: ({ workspace, outside }) => {
      workspace.file('.git/commondir', `${outside}/.git\n`)
      rmSync(workspace.at('.git/refs'), { recursive: true })
    },
    spring: runs('log', '--all'),
  },
  {
    name: 'a repository above the workspace',
    set: ({ workspace, outside }) => {
      rmSync(workspace.at('.git'), { recursive: true })
      renameSync(`${outside}/.git`, workspace.at('../.git'))
    },
    spring: runs('log'),
  },
  {
    name: 'objects that are kept elsewhere',
    set: ({ workspace, outside }) => {
      workspace.file('.git/objects/info/alternates', `${outside}/.git/objects\n`)
      workspace.file('.git/refs/heads/theirs', `${gitIn(outside)('rev-parse', 'HEAD')}\n`)
    },
    spring: runs('log', '--all'),
  },
  {
    name: 'a branch that is a link',
    set: ({ workspace, outside }) => {
      workspace.link('.git/refs/heads/theirs', `${outside}/.git/refs/heads/main`)
      workspace.file('.git/objects/info/alternates', `${outside}/.git/objects\n`)
    },
    spring: runs('log', '--all'),
  },
  {
    name: 'objects behind a link, and a branch of theirs',
    set: ({ workspace, outside }) => {
      rmSync(workspace.at('.git/objects'), { recursive: true })
      workspace.link('.git/objects', `${outside}/.git/objects`)
      workspace.file('.git/refs/heads/main', `${gitIn(outside)('rev-parse', 'HEAD')}\n`)
    },
    spring: runs('log'),
  },
  linked('index'),
  linked('HEAD'),
  linked('config'),
  linked('packed-refs'),
  linked('logs'),
  linked('info'),
  {
    name: 'an index with a name outside',
    set: (place) => {
      place.workspace.file('xx/outside/secret.txt', 'x\n')
      place.git('add', 'xx')
      renameInIndex(place, 'xx/outside/secret.txt', '../outside/secret.txt')
    },
    spring: ({ git }) => quietly(() => git('diff', '--no-ext-diff')),
  },
  {
    name: 'a folder that became a link to the outside',
    set: ({ workspace, outside }) => {
      rmSync(workspace.at('folder'), { recursive: true })
      workspace.link('folder', outside)
    },
  },
  {
    name: 'a commit that stands for another',
    set: ({ git }) => {
      const other = git('commit-tree', '-m', 'words from outside the workspace', git('write-tree'))
      git('replace', git('rev-parse', 'HEAD'), other)
    },
    spring: runs('log'),
  },
  {
    name: 'a pipe in place of a branch',
    set: ({ workspace }) => void workspace.pipe('.git/refs/heads/pipe'),
  },
  {
    name: 'a pipe in place of the settings',
    set: ({ workspace }) => {
      rmSync(workspace.at('.git/config'))
      workspace.pipe('.git/config')
    },
  },
  {
    name: 'other names for people, from outside',
    set: ({ workspace, git, outside }) => {
      writeFileSync(`${outside}/mailmap`, 'words from outside the workspace <ada@example.com>\n')
      git('config', 'mailmap.file', `${outside}/mailmap`)
      workspace.link('.mailmap', `${outside}/mailmap`)
    },
    spring: runs('log'),
  },
  {
    name: 'branches with the names of options',
    set: ({ workspace, git }) => {
      for (const name of ['-d', '--upload-pack=x', '--exec=touch', '-h'])
        workspace.file(`.git/refs/heads/${name}`, `${git('rev-parse', 'HEAD')}\n`)
    },
  },
  {
    name: 'names that are not text, and odd ones',
    set: ({ workspace, git }) => {
      for (const name of ['--help', '-rf', ':(top)x', 'a\tb', 'a\nb', 'blank ', '"quoted"', '*.txt']) workspace.file(`odd/${name}`, 'x\n')
      writeFileSync(Buffer.concat([Buffer.from(`${workspace.root}/odd/`), Buffer.from([0x66, 0xff, 0xfe])]), 'x\n')
      git('add', 'odd')
    },
  },
  {
    name: 'a message that is not text',
    set: ({ workspace, git }) => {
      writeFileSync(workspace.at('../message'), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a, 0x1b, 0x5b, 0x32, 0x4a, 0xff]))
      git('-c', 'i18n.commitEncoding=nonsense', 'commit', '--quiet', '--allow-empty', '-F', workspace.at('../message'))
    },
  },
  {
    name: 'a history that is huge',
    set: ({ workspace, git }) => {
      writeFileSync(workspace.at('../message'), `${'x'.repeat(1024 * 1024)}\n\n${'long line\n'.repeat(100_000)}`)
      for (let count = 0; count < 12; count++) git('commit', '--quiet', '--allow-empty', '-F', workspace.at('../message'))
    },
  },
  {
    name: 'a repository that is none',
    set: ({ workspace }) => {
      rmSync(workspace.at('.git'), { recursive: true })
      mkdirSync(workspace.at('.git'))
      workspace.file('.git/HEAD', 'ref: ../../outside/.git/refs/heads/main\n')
    },
  },
]
