// What a command may change. Whoever prepares the command decides it and hands it in as a value; the sandbox only makes mounts of it.
// A workspace whose changes are thrown away would be a third kind here, with its mounts in sandbox-arguments.ts.

export interface SessionTemporary {
  readonly folder: string
  /** Names in it that stay mounts of their own, for what is mounted below them. */
  readonly heldNames: readonly string[]
}

export interface WritablePlan {
  /** A command that only reads gets the workspace read-only and without the insides of git. */
  readonly workspace: 'read-only' | 'writable'
  /** Existing files and folders, relative to the root or absolute, that stay as they are in a writable workspace. */
  readonly protectedNames: readonly string[]
  /** Folders of git that belong to the workspace and lie elsewhere, as those of a linked worktree; absolute. */
  readonly outsideFolders: readonly string[]
  /** The project's own cache, kept between commands. */
  readonly cacheDir?: string | undefined
  /**
   * What is seen at `/tmp`: a folder in memory that goes with the command, or the folder of a session. Left out, it is an empty folder that
   * nobody can write to.
   */
  readonly temporary?: 'memory' | SessionTemporary | undefined
  /** Whether other programs than the first are started: they need more of the system's settings. */
  readonly startsPrograms?: boolean
  /** A folder of the caller, writable in its real place. */
  readonly privateFolder?: string | undefined
}

export const READ_ONLY: WritablePlan = { workspace: 'read-only', protectedNames: [], outsideFolders: [] }
