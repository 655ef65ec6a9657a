// Beyond these limits a line is refused, not judged in part: a limit that lets the rest through unseen would be a way in.

export const SHELL_LIMITS = {
  maxLineCharacters: 10_000,
  /** Simple commands of one line, including those inside substitutions. */
  maxCommands: 100,
  /** Nesting depth of substitutions, groups and control structures. */
  maxDepth: 8,
  maxWordsFromBraces: 64,
  /** Folders in which a line may run after its cd commands. */
  maxFolders: 16,
} as const
