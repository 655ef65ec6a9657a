// Beyond these a line is refused, not judged in part: a cap that lets the rest through unseen is a way in.

export const SHELL_LIMITS = {
  maxLineCharacters: 10_000,
  /** Simple commands of one line, those inside substitutions included. */
  maxCommands: 100,
  /** Substitutions, groups and control structures inside each other. */
  maxDepth: 8,
  maxWordsFromBraces: 64,
  /** Folders that a line may find itself in after its cd commands. */
  maxFolders: 16,
} as const
