// What the runner keeps of earlier calls, and can put back.

export interface Undone {
  /** Names that have again what they had. */
  readonly restored: readonly string[]
  /** Names that are free again. */
  readonly removed: readonly string[]
}

export interface Undoer {
  /**
   * Everything that the call changed, or nothing. Fails with FILE_CHANGED (naming the files) where any of it was changed since,
   * with ALREADY_SETTLED where it was undone, with NOT_FOUND where nothing is kept of it.
   */
  undo(toolId: string): Promise<Undone>
}
