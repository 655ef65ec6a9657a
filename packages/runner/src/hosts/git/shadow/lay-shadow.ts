// A repository as a line that reads may see it: files of ours with what git needs, and the real objects, branches and logs bound read-only
// into them. No setting, hook, filter or helper of the repository is among it.
import { randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Failure, sentence } from '@countersign/protocol'
import { isInside } from '../../../disk/names.ts'
import type { Repository } from '../../../repositories/find-repository.ts'
import { readPlainFile } from '../../../repositories/plain-files.ts'
import { sharedIndexes } from '../bare-copy/open-bare-copy.ts'

export interface ShadowMount {
  readonly from: string
  readonly to: string
}

const MEGABYTE = 1024 * 1024
const MAX_SMALL_BYTES = 64 * 1024
const MAX_LIST_BYTES = 16 * MEGABYTE
const MAX_WORKTREES = 100
const POINTER = /^gitdir: [^\p{C}]+\n?$/u

/** What `git status` and `git log` say of a merge, rebase or bisection that is under way. */
const STATES = [
  ...[
    'ORIG_HEAD',
    'FETCH_HEAD',
    'MERGE_HEAD',
    'MERGE_MODE',
    'CHERRY_PICK_HEAD',
    'REVERT_HEAD',
    'REBASE_HEAD',
    'BISECT_START',
    'BISECT_LOG',
  ],
  ...['head-name', 'onto', 'done', 'git-rebase-todo', 'interactive', 'orig-head'].map((name) => `rebase-merge/${name}`),
  ...['head-name', 'onto', 'rebasing', 'applying', 'next', 'last'].map((name) => `rebase-apply/${name}`),
  ...['todo', 'head'].map((name) => `sequencer/${name}`),
]
const OF_REPOSITORY = ['HEAD', 'shallow', 'info/exclude', 'info/attributes']
const OF_WORK_TREE = ['HEAD', 'info/sparse-checkout', ...STATES]
const OF_OTHER_WORK_TREES = ['HEAD', 'gitdir', 'commondir', 'locked']

/** In `folder`, which is the caller's own and shared by all work trees of one repository. The mounts are in the order in which they must be made. */
export function layShadow(repository: Repository, folder: string, settings: string): ShadowMount[] {
  const { top, gitDir, commonDir } = repository
  if (gitDir !== commonDir && dirname(gitDir) !== join(commonDir, 'worktrees'))
    throw new Failure('GIT_ERROR', { subject: sentence('repository.leads-nowhere', { path: '.git' }) })
  const common = join(folder, 'common')
  const own = join(common, relative(commonDir, gitDir))
  for (const name of ['info', 'objects', 'refs']) mkdirSync(join(common, name), { recursive: true })
  copyAll(commonDir, common, gitDir === commonDir ? [...OF_REPOSITORY, ...OF_WORK_TREE] : OF_REPOSITORY)
  for (const name of worktreesOf(commonDir))
    copyAll(join(commonDir, 'worktrees', name), join(common, 'worktrees', name), OF_OTHER_WORK_TREES)
  if (gitDir !== commonDir) copyAll(gitDir, own, OF_WORK_TREE)
  write(common, 'config', settings)
  return [
    { from: common, to: commonDir },
    ...['objects', 'refs', 'logs', 'packed-refs'].flatMap((name) => bind({ from: commonDir, copy: common, name })),
    ...['index', ...sharedIndexes(gitDir)].flatMap((name) => bind({ from: gitDir, copy: own, name })),
    ...(gitDir === commonDir ? [] : bind({ from: gitDir, copy: own, name: 'logs' })),
    ...pointerOf(top, folder),
  ]
}

/** Submodules have their repositories in that of the whole: a place for each is needed there. */
export function makeRoomIn(shadow: readonly ShadowMount[], inner: readonly ShadowMount[]): void {
  const [outer] = shadow
  for (const { to } of inner.slice(0, 1))
    if (outer && to !== outer.to && isInside(outer.to, to)) mkdirSync(join(outer.from, relative(outer.to, to)), { recursive: true })
}

function copyAll(from: string, to: string, names: readonly string[]): void {
  for (const name of names) {
    const content = readPlainFile(join(from, name), name.startsWith('info/') || name === 'shallow' ? MAX_LIST_BYTES : MAX_SMALL_BYTES)
    if (content !== undefined) write(to, name, content)
  }
}

function write(folder: string, name: string, content: string): void {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, 'latin1')
}

interface Binding {
  readonly from: string
  readonly copy: string
  readonly name: string
}

/** What changes often or is large is no copy: the real one is mounted, read-only, over an empty one. */
function bind({ from, copy, name }: Binding): ShadowMount[] {
  const source = join(from, name)
  const stats = lstatSync(source, { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isDirectory()) mkdirSync(join(copy, name), { recursive: true })
  else write(copy, name, '')
  return [{ from: source, to: source }]
}

function worktreesOf(commonDir: string): string[] {
  const folder = join(commonDir, 'worktrees')
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.slice(0, MAX_WORKTREES).map(({ name }) => name)
}

/** The file that leads from a linked worktree or submodule to its repository, as it is. */
function pointerOf(top: string, folder: string): ShadowMount[] {
  const place = join(top, '.git')
  if (!lstatSync(place).isFile()) return []
  const content = Buffer.from(readPlainFile(place, MAX_SMALL_BYTES) ?? '', 'latin1').toString('utf8')
  if (!POINTER.test(content)) throw new Failure('GIT_ERROR', { subject: sentence('repository.leads-nowhere', { path: '.git' }) })
  const copy = join(folder, `pointer-${randomUUID()}`)
  writeFileSync(copy, content)
  return [{ from: copy, to: place }]
}
