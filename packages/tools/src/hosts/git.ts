// What a tool may do with the repository of the workspace. The host guarantees that no program of the repository runs (hooks, filters,
// drivers, helpers), that nothing outside the workspace is touched, and that no sensitive file is shown or committed. Names are relative to
// the workspace.
import type { Sentence } from '@countersign/protocol'

export type GitChange = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type_changed'

export interface GitEntry {
  readonly path: string
  /** The old name of a renamed file. */
  readonly from?: string
  readonly state: 'changed' | 'untracked' | 'conflict'
  readonly staged: GitChange | null
  readonly unstaged: GitChange | null
}

export interface GitStatus {
  /** Null if HEAD is not a branch. */
  readonly branch: string | null
  /** Null before the first commit. */
  readonly commit: string | null
  readonly upstream: string | null
  readonly ahead: number | null
  readonly behind: number | null
  /** A merge, rebase, cherry-pick or revert that is in progress. */
  readonly operation: string | null
  readonly entries: readonly GitEntry[]
  /** Changed files that are not shown: they hold secrets, or have names that no tool accepts. */
  readonly leftOut: readonly string[]
}

export interface GitDiff {
  readonly diff: string
  readonly leftOut: readonly string[]
}

export interface GitCommit {
  readonly commit: string
  readonly author: string
  readonly email: string
  /** Null if the commit has none that can be parsed. */
  readonly date: string | null
  readonly subject: string
  readonly body: string
}

export interface GitBranches {
  readonly branches: readonly { readonly name: string; readonly commit: string; readonly upstream: string | null }[]
  readonly current: string | null
}

/**
 * Every method fails with GIT_NOT_INITIALIZED if there is no repository, with GIT_ERROR and the message of git, with TIMEOUT or with
 * CANCELLED.
 */
export interface GitReader {
  status(path: string): Promise<GitStatus>
  /** Fails with FILE_TOO_LARGE above `maxBytes`. */
  diff(request: { readonly path: string; readonly staged: boolean; readonly maxBytes: number }): Promise<GitDiff>
  /** Newest first; empty before the first commit. */
  log(request: { readonly path: string; readonly limit: number }): Promise<readonly GitCommit[]>
  branches(): Promise<GitBranches>
}

export interface BranchChange {
  readonly action: 'create' | 'switch' | 'delete'
  readonly name: string
}

export interface FileOfCommit {
  readonly path: string
  readonly from?: string
  readonly change: GitChange
}

export interface BranchPlan {
  /** Where HEAD is, as a branch or a commit. */
  readonly current: string
  readonly commit: string
  readonly subject: string
  /** What a switch changes in the workspace; empty for other actions. */
  readonly files: readonly FileOfCommit[]
}

export interface CommitRequest {
  readonly message: string
  /** Files and folders whose current content is committed; if omitted, what is staged. */
  readonly paths: readonly string[] | undefined
}

export interface CommitPlan {
  /** Where the new commit goes, as a branch or a commit. */
  readonly current: string
  readonly author: string
  readonly files: readonly FileOfCommit[]
  readonly leftOut: readonly string[]
  /** Hooks of the repository that will not run. */
  readonly hooks: readonly string[]
  readonly diff: string
  /** The last line of `diff`, if only its beginning is shown. */
  readonly cut?: Sentence | undefined
}

/** The answer is bound to the state that the plan saw: if it has changed since, the call fails with FILE_CHANGED and nothing is done. */
export interface GitChanger extends GitReader {
  planBranch(change: BranchChange): Promise<BranchPlan>
  /** Fails with GIT_ERROR if a switch would overwrite local changes, and with SENSITIVE_FILE if it would change a sensitive file. */
  changeBranch(change: BranchChange): Promise<GitBranches>
  planCommit(request: CommitRequest): Promise<CommitPlan>
  commit(request: CommitRequest): Promise<Pick<CommitPlan, 'files' | 'leftOut'> & { readonly commit: string }>
}
