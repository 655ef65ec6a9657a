// What has changed, from git's porcelain of the second version.
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { isSensitive, type PathTest } from '@countersign/policy'
import type { GitEntry, GitStatus } from '@countersign/tools'
import { changeOf } from '../bare-copy/changed-names.ts'
import type { BareCopy } from '../bare-copy/open-bare-copy.ts'
import type { RunGit } from '../bare-copy/run-git.ts'

const STATUS = ['status', '--porcelain=v2', '-z', '--branch', '--ignore-submodules=all', '--no-show-stash']

export async function readStatus(run: RunGit, bareCopy: BareCopy, isHiddenByRule: PathTest = () => false): Promise<GitStatus> {
  const { path, prefix, gitDir } = bareCopy.repository
  const { stdout } = await run(bareCopy, { args: [...STATUS, '--untracked-files=normal', '--find-renames', '--', path] })
  const { head, entries } = parseStatus(stdout)
  const isHidden = ({ path: name, from }: GitEntry) =>
    [name, from ?? ''].some((each) => isSensitive(each) || isSensitive(prefix + each) || isHiddenByRule(prefix + each))
  const hidden = entries.filter(isHidden).flatMap(({ path: name, from }) => (from === undefined ? [name] : [from, name]))
  return {
    branch: bareCopy.branch ?? null,
    ...head,
    operation: operationIn(gitDir) ?? null,
    entries: entries
      .filter((entry) => !isHidden(entry))
      .map(({ path: name, from, ...state }) => ({ path: prefix + name, ...(from !== undefined && { from: prefix + from }), ...state })),
    leftOut: [...new Set(hidden)].map((name) => prefix + name).sort(),
  }
}

/** Every changed and every new file by itself, without renames. */
export async function readChanges(run: RunGit, bareCopy: BareCopy, paths: readonly string[]): Promise<readonly GitEntry[]> {
  const { stdout } = await run(bareCopy, { args: [...STATUS, '--untracked-files=all', '--no-renames', '--', ...paths] })
  return parseStatus(stdout).entries
}

const OPERATIONS: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'merge',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
}

export const operationIn = (gitDir: string): string | undefined =>
  Object.entries(OPERATIONS).find(([name]) => lstatSync(join(gitDir, name), { throwIfNoEntry: false }))?.[1]

type Head = Pick<GitStatus, 'commit' | 'upstream' | 'ahead' | 'behind'>

export function parseStatus(printed: string): { head: Head; entries: GitEntry[] } {
  const lines = printed.split('\0')
  let head: Head = { commit: null, upstream: null, ahead: null, behind: null }
  const entries: GitEntry[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string
    if (line.startsWith('# ')) head = { ...head, ...parseHead(line) }
    else if (line.startsWith('? ')) entries.push({ path: line.slice(2), state: 'untracked', staged: null, unstaged: null })
    else if (line.startsWith('1 ')) entries.push({ path: afterBlanks(line, 8), ...changed(line) })
    else if (line.startsWith('2 ')) entries.push({ path: afterBlanks(line, 9), from: lines[++index] as string, ...changed(line) })
    else if (line.startsWith('u ')) entries.push({ path: afterBlanks(line, 10), state: 'conflict', staged: null, unstaged: null })
  }
  return { head, entries }
}

function parseHead(line: string): Partial<Head> {
  const [, name, value = '', behind] = line.split(' ')
  if (name === 'branch.oid') return { commit: value === '(initial)' ? null : value }
  if (name === 'branch.upstream') return { upstream: line.slice('# branch.upstream '.length) }
  if (name === 'branch.ab') return { ahead: Math.abs(Number(value)), behind: Math.abs(Number(behind)) }
  return {}
}

const changed = (line: string): Pick<GitEntry, 'state' | 'staged' | 'unstaged'> => ({
  state: 'changed',
  staged: changeOf(line[2]) ?? null,
  unstaged: changeOf(line[3]) ?? null,
})

/** The name may hold blanks itself. */
const afterBlanks = (line: string, count: number): string => line.split(' ').slice(count).join(' ')
