// A repository that a command was asked to make may stay if nothing in it is run or obeyed: settings of a short list only, hooks
// that are samples, no list of steps, no link. Anything else does not stay.
import { join, resolve } from 'node:path'
import { isInside, readFolder } from '../disk/names.ts'
import { lookAt, orUndefined, readPlain, realPath } from '../disk/read-plain.ts'
import { followPointer } from './follow-pointer.ts'
import type { GitSettings } from './git-settings.ts'
import { isSafeSetting } from './safe-settings.ts'

const FORBIDDEN = ['rebase-merge', 'rebase-apply', 'sequencer', 'remotes', 'commondir']
const MAX_POINTER_BYTES = 4_096
const FILES = ['config', 'config.worktree', 'HEAD', 'index']
const FOLDERS = ['hooks', 'info', 'objects', 'refs']

/** `known`: repositories that may be borrowed from, because they were there before or are looked at themselves; absolute. */
export async function isHarmlessRepository(folder: string, settings: GitSettings, known: readonly string[]): Promise<boolean> {
  const isWorktree = borrowsFromKnown(folder, known)
  const forbidden = isWorktree ? FORBIDDEN.filter((name) => name !== 'commondir') : FORBIDDEN
  if (!lookAt(folder)?.isDirectory() || forbidden.some((name) => lookAt(join(folder, name)) && !isEmptyFolder(join(folder, name))))
    return false
  if (FILES.some((name) => lookAt(join(folder, name))?.isFile() === false)) return false
  if (FOLDERS.some((name) => lookAt(join(folder, name))?.isDirectory() === false)) return false
  return hasSamplesOnly(join(folder, 'hooks')) && (await hasSafeSettings(folder, settings))
}

/** A linked worktree and a submodule have a file there, never a link. */
export function isHarmlessPointer(root: string, place: string, known: readonly string[]): boolean {
  if (!lookAt(place)?.isFile()) return false
  const end = followPointer(root, place)
  return 'gitDir' in end && known.includes(end.gitDir) && known.includes(end.commonDir)
}

/** As git writes it: `../..` is the repository in whose `worktrees` it lies. */
function borrowsFromKnown(folder: string, known: readonly string[]): boolean {
  const owner = known.find((other) => isInside(join(other, 'worktrees'), folder))
  const target = readPlain(join(folder, 'commondir'), MAX_POINTER_BYTES)?.toString('utf8').trim()
  return owner !== undefined && target !== undefined && realPath(resolve(folder, target)) === owner
}

const namesIn = (folder: string): readonly string[] | undefined => orUndefined(() => readFolder(folder))?.map(({ name }) => name)

const isEmptyFolder = (path: string): boolean => lookAt(path)?.isDirectory() === true && namesIn(path)?.length === 0

/** A new repository's hooks are samples, which nothing runs. */
export function hasSamplesOnly(hooks: string): boolean {
  const stats = lookAt(hooks)
  return !stats || (stats.isDirectory() && (namesIn(hooks)?.every((name) => name.endsWith('.sample')) ?? false))
}

async function hasSafeSettings(folder: string, settings: GitSettings): Promise<boolean> {
  for (const name of ['config', 'config.worktree']) {
    if (!lookAt(join(folder, name))) continue
    const found = await settings.inFile(join(folder, name))
    if (!found?.every((setting) => isSafeSetting(setting))) return false
  }
  return true
}
