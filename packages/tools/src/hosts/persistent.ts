// What a tool may do with processes that outlive its call. They belong to the project, are recorded in a ledger, and end with their
// session.

export interface PersistentRequest {
  readonly processId: string
  /** Exactly the line that was judged, byte for byte. */
  readonly line: string
  /** A folder of the workspace, relative to its root. */
  readonly cwd: string
}

export interface PersistentState {
  readonly processId: string
  readonly pid: number
  readonly startedAt: string
  readonly isRunning: boolean
  /** Null while it runs, and if nobody saw its end. */
  readonly exitCode: number | null
  /** The signal that ended it, if any. */
  readonly signal: string | null
}

export interface PersistentOutput extends PersistentState {
  /** It waits to read from its terminal. */
  readonly waitsForInput: boolean
  readonly output: string
  /** The offset to continue reading from, in bytes from the beginning. */
  readonly next: number
  /** Bytes between the requested offset and `output` that are no longer stored. */
  readonly dropped: number
}

export interface PersistentStarter {
  /**
   * Resolves when the process has run for a moment or has ended. Fails with INVALID_ARGUMENTS if a running process has this name, with
   * COMMAND_NOT_ALLOWED if too many are running, and in the same ways as a shell line.
   */
  start(request: PersistentRequest): Promise<PersistentState>
}

export interface PersistentWatcher {
  /** Fails with NOT_FOUND if this project has no such process. */
  read(request: { readonly processId: string; readonly after: number }): Promise<PersistentOutput>
  /** As if it was typed at the terminal of the process. Fails with NOT_FOUND if no such process runs, or if it has no terminal. */
  write(request: { readonly processId: string; readonly text: string }): Promise<{ readonly bytes: number }>
  /** Ends the process with everything that it started; resolves when it has ended. If it had already ended, returns its state. */
  end(processId: string): Promise<PersistentState>
}
