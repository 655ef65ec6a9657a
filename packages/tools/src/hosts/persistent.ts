// What a tool may do with processes that outlive its call. They belong to the project, are kept in a ledger, and end with their session.

export interface PersistentRequest {
  readonly processId: string
  /** As it was judged, byte for byte. */
  readonly line: string
  /** A folder of the workspace, relative to it. */
  readonly cwd: string
}

export interface PersistentState {
  readonly processId: string
  readonly pid: number
  readonly startedAt: string
  readonly isRunning: boolean
  /** Null while it runs, and where nobody saw its end. */
  readonly exitCode: number | null
  /** The signal that ended it, if one did. */
  readonly signal: string | null
}

export interface PersistentOutput extends PersistentState {
  readonly output: string
  /** Where to read on, in bytes from the beginning. */
  readonly next: number
  /** Bytes between the place that was asked for and `output` that are no longer kept. */
  readonly dropped: number
}

export interface PersistentStarter {
  /**
   * Resolves when it has run for a moment or has ended. Fails with INVALID_ARGUMENTS where the name is in use by a process
   * that runs, COMMAND_NOT_ALLOWED where too many run, and as a shell line does.
   */
  start(request: PersistentRequest): Promise<PersistentState>
}

export interface PersistentWatcher {
  /** Fails with NOT_FOUND where this project has no such process. */
  read(request: { readonly processId: string; readonly after: number }): Promise<PersistentOutput>
  /** Ends it with all that it started; resolves when it has ended. For one that has already ended, its state is returned. */
  end(processId: string): Promise<PersistentState>
}
