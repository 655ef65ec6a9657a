// What the runner stores about earlier calls, and can restore.

export interface Undone {
  /** Files that have their earlier content again. */
  readonly restored: readonly string[]
  /** Files that did not exist before and were removed again. */
  readonly removed: readonly string[]
}

export interface Undoer {
  /**
   * Restores everything that the call changed, or nothing. Fails with FILE_CHANGED (naming the files) if any of it was changed since, with
   * ALREADY_SETTLED if it was already undone, with NOT_FOUND if nothing is stored about it.
   */
  undo(toolId: string): Promise<Undone>
}
