// What a tool may do with the repository of the workspace. No program of the repository runs (hooks, filters, drivers, helpers),
// nothing outside the workspace is touched, and no sensitive file is shown or committed: that is the host's promise.
// Names are relative to the workspace.

export type GitChange = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type_changed'

export interface GitEntry {
  readonly path: string
  /** The old name of what was renamed. */
  readonly from?: string
  readonly state: 'changed' | 'untracked' | 'conflict'
  readonly staged: GitChange | null
  readonly unstaged: GitChange | null
}

export interface GitStatus {
  /** Null where HEAD is no branch. */
  readonly branch: string | null
  /** Null before the first commit. */
  readonly commit: string | null
  readonly upstream: string | null
  readonly ahead: number | null
  readonly behind: number | null
  /** A merge, rebase, cherry-pick or revert that is under way. */
  readonly operation: string | null
  readonly entries: readonly GitEntry[]
  /** Changed files that are not shown: they hold secrets, or have names that no tool takes. */
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
  /** Null where the commit has none that could be read. */
  readonly date: string | null
  readonly subject: string
  readonly body: string
}

export interface GitBranches {
  readonly branches: readonly { readonly name: string; readonly commit: string; readonly upstream: string | null }[]
  readonly current: string | null
}

/** Every method fails with GIT_NOT_INITIALIZED where there is no repository, GIT_ERROR with the words of git, TIMEOUT, CANCELLED. */
export interface GitReader {
  status(path: string): Promise<GitStatus>
  /** Fails with FILE_TOO_LARGE above `maxBytes`. */
  diff(request: { readonly path: string; readonly staged: boolean; readonly maxBytes: number }): Promise<GitDiff>
  /** The newest first; empty before the first commit. */
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
  /** What a switch changes in the workspace; empty for the rest. */
  readonly files: readonly FileOfCommit[]
}

export interface CommitRequest {
  readonly message: string
  /** Files and folders whose present content is committed; without them, what is staged. */
  readonly paths: readonly string[] | undefined
}

export interface CommitPlan {
  /** Where it goes, as a branch or a commit. */
  readonly current: string
  readonly author: string
  readonly files: readonly FileOfCommit[]
  readonly leftOut: readonly string[]
  /** Hooks that the repository has and that do not run. */
  readonly hooks: readonly string[]
  readonly diff: string
}

/** What a plan saw binds the answer: where it is something else by then, FILE_CHANGED and nothing is done. */
export interface GitChanger extends GitReader {
  planBranch(change: BranchChange): Promise<BranchPlan>
  /** A switch that would overwrite local changes is GIT_ERROR, one that would change a sensitive file SENSITIVE_FILE. */
  changeBranch(change: BranchChange): Promise<GitBranches>
  planCommit(request: CommitRequest): Promise<CommitPlan>
  commit(request: CommitRequest): Promise<Pick<CommitPlan, 'files' | 'leftOut'> & { readonly commit: string }>
}
