// The tree that a commit would have, made in an index of our own: what is staged, or the present content of the named files, without
// anything sensitive. The repository's own index is not touched.
import { copyFileSync, existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSensitive, leavesWorkspace, type PathTest, printable } from '@countersign/policy'
import { Failure, sentence } from '@countersign/protocol'
import type { GitEntry } from '@countersign/tools'
import { isBelow } from '../bare-copy/changed-names.ts'
import { type BareCopy, timeOf } from '../bare-copy/open-bare-copy.ts'
import type { RunGit } from '../bare-copy/run-git.ts'
import { readChanges } from '../reading/read-status.ts'

const MAX_NAMES_PER_CALL = 500

export interface BuiltTree {
  readonly tree: string
  /** Names whose present content was taken, as git has them. */
  readonly taken: readonly string[]
  readonly leftOut: readonly string[]
}

export interface TreeRequest {
  /** In the repository; undefined: what is staged. */
  readonly paths: readonly string[] | undefined
  readonly keepsObjects: boolean
  /** Names of the workspace that rules hide. */
  readonly isHidden: PathTest
}

export async function buildTree(run: RunGit, bareCopy: BareCopy, { paths, keepsObjects, isHidden }: TreeRequest): Promise<BuiltTree> {
  const { prefix } = bareCopy.repository
  const mayTake = (name: string) => mayCommit(name, prefix) && !isHidden(prefix + name)
  const entries = await readChanges(run, bareCopy, ['.'])
  const conflict = entries.find(({ state }) => state === 'conflict')
  if (conflict) throw new Failure('GIT_ERROR', { subject: sentence('repository.conflicts', { path: printable(conflict.path) }) })
  const isAsked = (name: string) => paths === undefined || paths.some((path) => isBelow(path, name))
  const asked = entries.filter(({ path }) => isAsked(path))
  const leftOut = asked.filter(({ path, staged }) => !mayTake(path) && (paths !== undefined || staged !== null)).map(({ path }) => path)
  const taken = paths === undefined ? [] : takeable(asked, mayTake, leftOut)
  const kept = entries.filter(({ path, staged }) => staged !== null && (!isAsked(path) || !mayTake(path))).map(({ path }) => path)
  const index = join(bareCopy.folder, 'index.commit')
  const current = join(bareCopy.folder, 'index')
  if (existsSync(current)) {
    copyFileSync(current, index)
    utimesSync(index, timeOf(current), timeOf(current))
  }
  await requireNoFilters(run, bareCopy, taken)
  await update(run, bareCopy, { command: ['reset', '--quiet'], names: kept, index, keepsObjects })
  await update(run, bareCopy, { command: ['add', '--all'], names: taken, index, keepsObjects })
  const { stdout } = await run(bareCopy, { args: ['write-tree'], index, keepsObjects, writable: keepsObjects })
  return { tree: stdout.trim(), taken, leftOut: leftOut.map((name) => prefix + name).sort() }
}

/** Never a secret, and nothing that a made-up index could place outside. */
export const mayCommit = (name: string, prefix: string): boolean =>
  !isSensitive(name) && !isSensitive(prefix + name) && !leavesWorkspace(name)

/** Files with changes. Where a file has become the folder of something left out, its name would stand for that too. */
function takeable(entries: readonly GitEntry[], mayTake: PathTest, leftOut: readonly string[]): string[] {
  return entries
    .filter(({ path, state, unstaged }) => (state === 'untracked' && !path.endsWith('/')) || (state === 'changed' && unstaged !== null))
    .map(({ path }) => path)
    .filter((name) => mayTake(name) && !name.includes('\ufffd') && !leftOut.some((other) => other.startsWith(`${name}/`)))
}

/** A filter is a program, which does not run here; without it something else would be committed than the person means. */
async function requireNoFilters(run: RunGit, bareCopy: BareCopy, names: readonly string[]): Promise<void> {
  for (let start = 0; start < names.length; start += MAX_NAMES_PER_CALL) {
    const part = names.slice(start, start + MAX_NAMES_PER_CALL)
    const words = (await run(bareCopy, { args: ['check-attr', '-z', 'filter', '--', ...part] })).stdout.split('\0')
    for (let index = 0; index + 2 < words.length; index += 3) {
      if (!['unspecified', 'unset'].includes(words[index + 2] as string))
        throw new Failure('GIT_ERROR', {
          subject: sentence('repository.filter', {
            path: printable(words[index] as string),
            filter: printable(words[index + 2] as string),
          }),
        })
    }
  }
}

interface IndexUpdate {
  readonly command: readonly string[]
  readonly names: readonly string[]
  readonly index: string
  readonly keepsObjects: boolean
}

/** By a list of names in a file: a command line has not room for all. */
export async function update(run: RunGit, bareCopy: BareCopy, { command, names, index, keepsObjects }: IndexUpdate): Promise<void> {
  if (names.length === 0) return
  const list = join(bareCopy.folder, 'names')
  writeFileSync(list, names.map((name) => `${name}\0`).join(''))
  const args = [...command, `--pathspec-from-file=${list}`, '--pathspec-file-nul']
  await run(bareCopy, { args, index, keepsObjects, writable: keepsObjects })
}
