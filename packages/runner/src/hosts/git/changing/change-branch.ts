// Creating, switching to and deleting a branch; each is planned first, and done only as it was planned.
import { lstatSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PathTest } from '@countersign/policy'
import { Failure, type Sentence, sentence } from '@countersign/protocol'
import type { BranchChange, BranchPlan, GitBranches } from '@countersign/tools'
import { readPlainFile } from '../../../repositories/plain-files.ts'
import { inWorkspace, namesOf, parseNameStatus, sortOut } from '../bare-copy/changed-names.ts'
import type { BareCopy } from '../bare-copy/open-bare-copy.ts'
import type { RunGit } from '../bare-copy/run-git.ts'
import { branchCommit, readBranches } from '../reading/read-branches.ts'
import { DIFF_OPTIONS } from '../reading/read-diff.ts'
import { headCommit, subjectOf } from '../reading/read-log.ts'
import type { BoundState } from './bound-state.ts'
import { requireChangeable, withHead } from './with-head.ts'

const MAX_HEAD_BYTES = 4_096

interface RuledChange extends BranchChange {
  /** Names of the workspace that rules hide. */
  readonly isHidden: PathTest
}

interface Planned extends BranchPlan {
  readonly facts: readonly string[]
}

export async function planBranch(run: RunGit, bareCopy: BareCopy, change: RuledChange): Promise<Planned> {
  requireChangeable(bareCopy)
  const { action, name, isHidden } = change
  const head = await headCommit(run, bareCopy)
  const target = await branchCommit(run, bareCopy, name)
  if (action === 'create' && target !== undefined) throw gitError(sentence('repository.branch-exists', { name }))
  if (action === 'create' && head === undefined) throw gitError(sentence('repository.no-commit-yet'))
  if (action !== 'create' && target === undefined) throw gitError(sentence('repository.no-such-branch', { name }))
  if (action === 'delete' && name === bareCopy.branch) throw gitError(sentence('repository.current-branch', { name }))
  if (action !== 'create') requireFree(bareCopy, name)
  const commit = (action === 'create' ? head : target) as string
  const files = action === 'switch' && head !== undefined ? await filesBetween(run, bareCopy, head, commit) : []
  const hidden = files.flatMap(namesOf).find(isHidden)
  if (hidden !== undefined) throw new Failure('POLICY_DENIED', { subject: sentence('repository.switch-hidden', { path: hidden }) })
  const current = bareCopy.branch ?? head ?? 'nothing'
  return {
    current,
    commit,
    subject: await subjectOf(run, bareCopy, commit),
    files,
    facts: [action, name, bareCopy.head, head ?? '', commit],
  }
}

/** What a switch would change. A sensitive file among it stays with the person. */
async function filesBetween(run: RunGit, bareCopy: BareCopy, head: string, target: string) {
  const { prefix } = bareCopy.repository
  const { stdout } = await run(bareCopy, { args: ['diff', '--name-status', '-z', ...DIFF_OPTIONS, head, target, '--'] })
  const files = parseNameStatus(stdout)
  const { leftOut } = sortOut(files, prefix, () => false)
  if (leftOut.length > 0)
    throw new Failure('SENSITIVE_FILE', { subject: sentence('repository.switch-sensitive', { names: leftOut.slice(0, 5).join(', ') }) })
  return files.map((file) => inWorkspace(prefix, file))
}

/** A branch that is the current one of another work tree would change under it. */
function requireFree({ repository: { gitDir, commonDir } }: BareCopy, name: string): void {
  const folder = join(commonDir, 'worktrees')
  const linked = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
  const others = [commonDir, ...linked.map((worktree) => join(folder, worktree))].filter((other) => other !== gitDir)
  for (const other of others) {
    const head = readPlainFile(join(other, 'HEAD'), MAX_HEAD_BYTES)
    if (head?.trim() !== `ref: refs/heads/${name}`) continue
    if (other === commonDir) throw gitError(sentence('repository.branch-in-use', { name }))
    throw gitError(sentence('repository.branch-in-worktree', { name, worktree: basename(other) }))
  }
}

export async function changeBranch(run: RunGit, bareCopy: BareCopy, change: RuledChange, bound: BoundState): Promise<GitBranches> {
  const { facts, commit } = await planBranch(run, bareCopy, change)
  bound.require(...facts)
  return withHead(bareCopy, async () => {
    const changing = { index: `${bareCopy.repository.gitDir}/index`, keepsObjects: true, writable: true }
    await run(bareCopy, { args: words(change, commit), ...changing })
    return readBranches(run, bareCopy, change.action === 'switch' ? change.name : bareCopy.branch)
  })
}

function words({ action, name }: BranchChange, commit: string): string[] {
  if (action === 'create') return ['update-ref', '-m', `branch: created at ${commit}`, `refs/heads/${name}`, commit, '']
  if (action === 'delete') return ['branch', '--delete', '--end-of-options', name]
  return ['switch', '--quiet', '--no-guess', '--no-progress', '--no-recurse-submodules', '--end-of-options', name]
}

const gitError = (subject: Sentence): Failure => new Failure('GIT_ERROR', { subject })
