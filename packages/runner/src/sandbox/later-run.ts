// Files that something outside runs or obeys later: an editor, git, a shell, another agent. Existing ones stay read-only in
// the sandbox. One that a command made all the same is moved to quarantine before anybody can trip over it.
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { checkPath } from '@countersign/policy'
import { errnoOf } from '../hosts/files/file-failure.ts'
import type { HiddenFiles } from './hidden-files.ts'
import { keepRecord, type LaterRunRecord } from './later-run-records.ts'
import { lookAt, moveAway } from './quarantine.ts'

const NAMES = ['.vscode', '.idea', '.husky', '.envrc', '.mcp.json', '.claude', '.cursor', '.github', '.countersign']
// `commondir` leads git to the settings and hooks of another folder; modules and worktrees hold settings of their own.
const GIT_NAMES = ['hooks', 'config', 'info', 'commondir', 'config.worktree', 'modules', 'worktrees']
const MADE_WITH_REPOSITORIES = new Set(['modules', 'worktrees', 'HEAD'])

export type Repositories = Pick<HiddenFiles, 'gitFolders' | 'gitFiles'>

export interface LaterRun extends Disposable {
  /** What exists and must stay as it is, relative to the root. */
  readonly present: readonly string[]
  /** After the command: what has appeared, moved away if there is a place for it. */
  settle(quarantine: string | undefined): readonly string[]
}

export interface LaterRunFacts extends Repositories {
  readonly root: string
  /** Looks again, after the command; without it only the .git of the root is noticed. */
  readonly findRepositories?: () => Repositories
  /** Where it is kept what was there, for a runner that is killed meanwhile. */
  readonly recordsDir?: string | undefined
  readonly mark?: string
  /** `git init` and `git clone` are asked for by name and make a .git of their own. */
  readonly makesRepository: boolean
}

export function watchLaterRun(facts: LaterRunFacts): LaterRun {
  const { root, gitFolders, gitFiles, findRepositories, makesRepository, recordsDir, mark } = facts
  const insides = [...gitFolders, ...gitFiles.filter(isHead).map((name) => dirname(name))]
  const git = insides.flatMap((folder) => GIT_NAMES.map((name) => join(folder, name)))
  // Where there is no .git, all of a new one counts.
  const all = [...NAMES, ...git, ...hookFolders(root), ...(gitFolders.includes('.git') ? [] : ['.git'])]
  const found = [
    ...all.map((name) => [name, formOf(`${root}/${name}`)] as const),
    ...[...gitFolders, ...gitFiles].map((name) => [name, identityOf(root, name)] as const),
  ]
  const before = Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
  const record = { root, names: all, before, makesRepository, ...(mark !== undefined && { mark }) }
  const kept = recordsDir === undefined ? undefined : keepRecord(recordsDir, record)
  return {
    present: all.filter((name) => isPlain(`${root}/${name}`) && !(makesRepository && MADE_WITH_REPOSITORIES.has(basename(name)))),
    settle: (quarantine) => putAway(record, { quarantine, repositories: findRepositories?.() }),
    [Symbol.dispose]: () => kept?.[Symbol.dispose](),
  }
}

export interface Search {
  readonly quarantine: string | undefined
  readonly repositories: Repositories | undefined
  /** In milliseconds: what was made later is none of the command's. */
  readonly madeUntil?: number
}

/** What has appeared, moved away if there is a place for it. */
export function putAway({ root, names, before, makesRepository }: LaterRunRecord, search: Search): readonly string[] {
  const { quarantine, repositories, madeUntil = Number.POSITIVE_INFINITY } = search
  const isNew = (name: string, now: string | undefined): boolean => now !== undefined && now !== before[name]
  const folders = [...(repositories?.gitFolders ?? []), ...(repositories?.gitFiles ?? [])]
  const appeared = names.filter((name) => isNew(name, formOf(`${root}/${name}`)))
  const moved = [...new Set([...appeared, ...folders.filter((name) => isNew(name, identityOf(root, name)))])]
    .filter((name) => !(makesRepository && isMadeByGit(root, name)))
    .map((name) => (basename(name) === '.git' && makesRepository ? `${name}/hooks` : name))
    .filter((name) => isHarmful(root, name) && Number(lookAt(`${root}/${name}`)?.birthtimeMs ?? 0) <= madeUntil)
  const outermost = moved.filter((name) => !moved.some((other) => name.startsWith(`${other}/`)))
  if (quarantine !== undefined) for (const name of outermost) moveAway(`${root}/${name}`, quarantine)
  return outermost
}

const isHead = (name: string): boolean => basename(name) === 'HEAD'

/** A worktree's or submodule's `.git` is a file, and what it leads to lies in the .git of the root. */
const isMadeByGit = (root: string, name: string): boolean =>
  MADE_WITH_REPOSITORIES.has(basename(name)) || (basename(name) === '.git' && !lstatSync(`${root}/${name}`).isDirectory())

/**
 * A folder above a repository can be renamed and made anew: then another object bears its name. Of HEAD, which git replaces,
 * the folder counts.
 */
function identityOf(root: string, name: string): string | undefined {
  const stats = lookAt(`${root}/${isHead(name) ? dirname(name) : name}`)
  return stats && `${stats.dev}:${stats.ino}`
}

/** What is there is bound and stays; a link is not, and may lead elsewhere afterwards. */
function formOf(path: string): string | undefined {
  const stats = lookAt(path)
  return stats?.isSymbolicLink() ? `link to ${readlinkSync(path)}` : stats && 'present'
}

/** Where the settings place the hooks in the workspace itself. */
function hookFolders(root: string): string[] {
  try {
    const [, path = ''] = /^[ \t]*hookspath[ \t]*=[ \t]*"?([^"\n#;]+)/im.exec(readFileSync(`${root}/.git/config`, 'utf8')) ?? []
    const checked = checkPath(path.trim())
    return 'path' in checked && checked.path !== '.' ? [checked.path] : []
  } catch (error) {
    // No repository, or one whose settings we may not read.
    if (errnoOf(error) === undefined) throw error
    return []
  }
}

/** A link is not bound: it could show what lies outside. */
function isPlain(path: string): boolean {
  const stats = lookAt(path)
  return stats !== undefined && (stats.isFile() || stats.isDirectory())
}

/** A new repository's hooks are samples, which nothing runs. */
function isHarmful(root: string, name: string): boolean {
  if (basename(name) !== 'hooks') return true
  const hooks = `${root}/${name}`
  return existsSync(hooks) && (!lstatSync(hooks).isDirectory() || readdirSync(hooks).some((hook) => !hook.endsWith('.sample')))
}
