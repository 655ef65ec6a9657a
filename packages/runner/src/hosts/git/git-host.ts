// The repository of the workspace as tools see it: git itself, in a sandbox where there is one, told nothing but what we chose.
import { realpathSync } from 'node:fs'
import { createHiddenTest } from '@countersign/policy'
import { type BaseDigests, Failure, sentence } from '@countersign/protocol'
import type { CommitRequest, GitChanger } from '@countersign/tools'
import type { GitIdentity } from '../../programs/git-identity.ts'
import type { Toolchains } from '../../programs/toolchains.ts'
import { findRepository } from '../../repositories/find-repository.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { type BareCopy, openBareCopy } from './bare-copy/open-bare-copy.ts'
import { createReadSettings, createRunGit } from './bare-copy/run-git.ts'
import { createBoundState } from './changing/bound-state.ts'
import { changeBranch, planBranch } from './changing/change-branch.ts'
import { makeCommit, planCommit } from './changing/make-commit.ts'
import { readBranches } from './reading/read-branches.ts'
import { readDiff } from './reading/read-diff.ts'
import { readLog } from './reading/read-log.ts'
import { readStatus } from './reading/read-status.ts'

export interface GitHostOptions {
  readonly root: string
  readonly sandbox: Sandbox
  readonly toolchains: Toolchains
  /** Where the bare copies of repositories are made. */
  readonly temporaryDir?: string
  /** Who commits. */
  readonly identity?: (() => Promise<GitIdentity>) | undefined
  /** From the clearance: the state of the repository that was shown. Empty: nothing is bound. */
  readonly expected?: BaseDigests
  readonly signal: AbortSignal
  /** Globs of names that rules hide. */
  readonly hidden?: readonly string[]
}

export interface GitHost extends GitChanger {
  /** What was planned so far, for the preview's digests. */
  seen(): BaseDigests
}

export function createGitHost(options: GitHostOptions): GitHost {
  const root = realpathSync.native(options.root)
  const { sandbox, signal, expected = {}, temporaryDir = '/tmp', identity = async () => ({}) } = options
  const isHidden = createHiddenTest(options.hidden ?? [])
  const run = createRunGit({ sandbox, signal, toolchains: options.toolchains })
  const bound = createBoundState(expected)

  async function within<Result>(path: string, act: (bareCopy: BareCopy) => Promise<Result>): Promise<Result> {
    using bareCopy = await openBareCopy(findRepository(root, path), { readSettings: createReadSettings(run), temporaryDir })
    return await act(bareCopy)
  }

  return {
    status: (path) => within(path, (bareCopy) => readStatus(run, bareCopy, isHidden)),
    diff: ({ path, ...request }) => within(path, (bareCopy) => readDiff(run, bareCopy, { ...request, isHidden })),
    log: ({ path, limit }) => within(path, (bareCopy) => readLog(run, bareCopy, limit)),
    branches: () =>
      within('.', async (bareCopy) => {
        // A list binds nothing, but where a rule asks before it, it has been shown.
        bound.show('branches')
        return readBranches(run, bareCopy)
      }),
    planBranch: (change) =>
      within('.', async (bareCopy) => {
        const { facts, ...plan } = await planBranch(run, bareCopy, { ...change, isHidden })
        bound.show(...facts)
        return plan
      }),
    changeBranch: (change) => within('.', (bareCopy) => changeBranch(run, bareCopy, { ...change, isHidden }, bound)),
    planCommit: (request) =>
      within(firstOf(request), async (bareCopy) =>
        planCommit({ run, bareCopy, identity: await identity(), keepsObjects: false, isHidden }, below(root, bareCopy, request), bound),
      ),
    commit: (request) =>
      within(firstOf(request), async (bareCopy) =>
        makeCommit({ run, bareCopy, identity: await identity(), keepsObjects: true, isHidden }, below(root, bareCopy, request), bound),
      ),
    seen: bound.seen,
  }
}

const firstOf = ({ paths }: CommitRequest): string => paths?.[0] ?? '.'

/** Names of the workspace as names of the repository; all must belong to the same one. */
function below(root: string, { repository: { gitDir } }: BareCopy, { message, paths }: CommitRequest): CommitRequest {
  const inside = paths?.map((path) => {
    const found = findRepository(root, path)
    if (found.gitDir !== gitDir)
      throw new Failure('GIT_ERROR', { subject: sentence('repository.another', { path, other: paths[0] ?? '' }) })
    return found.path
  })
  return { message, paths: inside }
}
