// Every name that decides what is run later outside: those of editors, shells and agents, what git obeys in each repository, what
// its settings name, and where links among all these lead.
import { basename, dirname, join, resolve } from 'node:path'
import { LATER_RUN_NAMES } from '@countersign/policy'
import { isInside, nameFromBytes, nameIn, readFolder } from '../../../disk/names.ts'
import { linkTarget, lookAt, orUndefined, readPlain, realPath } from '../../../disk/read-plain.ts'
import { followPointer } from '../../../repositories/follow-pointer.ts'
import type { GitSettings } from '../../../repositories/git-settings.ts'
import { namesInSettings } from '../../../repositories/settings-names.ts'
import type { Findings } from './walk-workspace.ts'

/** `commondir` leads git to the settings and hooks of another folder, `gitdir` to another work tree. */
const GIT_NAMES = ['hooks', 'config', 'info', 'commondir', 'gitdir', 'config.worktree', 'remotes', 'branches']
/** Folders of more repositories: each of those counts by itself, but they must not appear. */
const GIT_NESTS = ['modules', 'worktrees']
/** Too large to be searched for links; what counts in them is named by itself. */
const NO_LINKS = /(?:^|\/)(?:\.git|modules|worktrees)$/
const MAX_POINTER_BYTES = 4_096
const MAX_LINKS = 500
const MAX_LINK_DEPTH = 3

/** Absolute where it lies outside of the workspace, as the repository of a linked worktree does; the root itself is `.`. */
export function placeOf(root: string, name: string): string {
  if (name === '.') return root
  return name.startsWith('/') ? name : `${root}/${name}`
}

const nameOf = (root: string, fullPath: string): string => (isInside(root, fullPath) ? nameIn(root, fullPath) : fullPath)

export const inFolder = (folder: string, name: string): string => (folder === '.' ? name : `${folder}/${name}`)

export interface WatchedNames {
  /** In the order in which they matter. */
  readonly names: readonly string[]
  readonly repositories: readonly string[]
  /** Folders of git outside the workspace that belong to it, absolute: the common one first. */
  readonly outside: readonly string[]
}

export async function watchedNames(root: string, found: Findings, settings: GitSettings): Promise<WatchedNames> {
  const outside = outsideOf(root, found.pointers)
  const repositories = [...new Set([...found.repositories, ...outside.folders])]
  const first = [
    ...LATER_RUN_NAMES,
    '.git',
    ...repositories.flatMap((folder) => [...GIT_NAMES, ...GIT_NESTS].map((name) => inFolder(folder, name))),
    ...outside.kept,
    ...found.pointers,
    ...(await namesOfSettings(root, repositories, settings)),
  ]
  const all = [...new Set([...first, ...found.laterNames])]
  const targets = all.filter((name) => !NO_LINKS.test(name)).flatMap((name) => linksFrom(root, name))
  return { names: [...new Set([...all, ...targets])], repositories, outside: outside.folders }
}

/** A linked worktree changes branches of its repository, but neither the files of other work trees nor their lists. */
function outsideOf(root: string, pointers: readonly string[]): { folders: string[]; kept: string[] } {
  const found = pointers.map((name) => followPointer(root, placeOf(root, name))).filter((end) => 'gitDir' in end)
  const linked = found.filter(({ gitDir }) => !isInside(root, gitDir))
  const commons = linked.filter(({ gitDir, commonDir }) => gitDir !== commonDir).map(({ commonDir }) => commonDir)
  return {
    folders: [...new Set(linked.flatMap(({ gitDir, commonDir }) => [commonDir, gitDir]))],
    kept: commons.flatMap((folder) => ['index', 'HEAD', 'rebase-merge', 'rebase-apply', 'sequencer'].map((name) => `${folder}/${name}`)),
  }
}

async function namesOfSettings(root: string, repositories: readonly string[], settings: GitSettings): Promise<string[]> {
  const found: string[] = []
  for (const repository of repositories) {
    const folder = placeOf(root, repository)
    const all = await settings.effective(folder)
    const tree = all.findLast(({ key }) => key === 'core.worktree')?.value
    found.push(...namesInSettings(all, { root, top: topOf(folder, tree), home: settings.home }))
  }
  return found
    .flatMap(withRealName)
    .filter((path) => isInside(root, path))
    .map((path) => nameOf(root, path))
    .filter((name) => !/(?:^|\/)\.git$/.test(name))
}

/** Settings may name a file by a folder that is a link: whoever replaces the folder that it leads to replaces the file. */
function withRealName(path: string): string[] {
  const folder = realPath(dirname(path))
  return folder === undefined || folder === dirname(path) ? [path] : [path, join(folder, basename(path))]
}

/** Where git starts its programs: in the work tree, or in the repository where it has none. */
function topOf(folder: string, tree: string | undefined): string {
  if (tree !== undefined) return resolve(folder, tree)
  if (folder.endsWith('/.git')) return dirname(folder)
  const back = readPlain(join(folder, 'gitdir'), MAX_POINTER_BYTES)
  return back ? dirname(resolve(folder, nameFromBytes(back).trim())) : folder
}

/** What a name that is a link leads to inside of the workspace, and what links in a folder lead to. */
function linksFrom(root: string, name: string, depth = 0): string[] {
  const fullPath = placeOf(root, name)
  const stats = lookAt(fullPath)
  if (stats?.isSymbolicLink()) return targetOf(root, fullPath)
  if (!stats?.isDirectory() || depth >= MAX_LINK_DEPTH) return []
  const children = orUndefined(() => readFolder(fullPath)) ?? []
  return children
    .slice(0, MAX_LINKS)
    .filter((child) => child.isSymbolicLink() || child.isDirectory())
    .flatMap((child) => linksFrom(root, inFolder(name, child.name), depth + 1))
}

/** One that leads to nothing yet is watched, too. */
function targetOf(root: string, fullPath: string): string[] {
  const target = linkTarget(fullPath)
  const end = realPath(fullPath) ?? (target === undefined ? undefined : resolve(dirname(fullPath), target))
  return end !== undefined && end !== root && isInside(root, end) ? [nameIn(root, end)] : []
}

export const isPlain = (path: string): boolean => {
  const stats = lookAt(path)
  return stats !== undefined && (stats.isFile() || stats.isDirectory())
}
