// A parsed diff: files, each with its hunks. Hunks are numbered from 1 over all files; a file without hunks (only renamed, created empty or
// deleted empty) has a number of its own, so that it can be chosen too.

export type ChangeKind = 'create' | 'modify' | 'delete' | 'rename'

export interface Hunk {
  /** Counted from 1, over all files. */
  readonly number: number
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** What follows the second `@@`. */
  readonly heading: string
  /** Each with its sign (blank, - or +) and without its line end. */
  readonly lines: readonly string[]
  /** The last old line has no newline: it ends the file. */
  readonly oldIsBare: boolean
  readonly newIsBare: boolean
  /** The counts in its header were wrong: these are those of its lines. */
  readonly isRecounted?: true
}

export interface FilePatch {
  readonly change: ChangeKind
  /** The name after the change; for a deleted file, the name that it had. */
  readonly path: string
  /** The old name of a renamed file. */
  readonly from?: string
  /** Without a `diff --git` line. Git then treats an addition to nothing as a new file, if none exists yet. */
  readonly isPlain: boolean
  /** Its own number if it has no hunks, otherwise the number of its first hunk. */
  readonly number: number
  readonly hunks: readonly Hunk[]
}

export interface Patch {
  readonly files: readonly FilePatch[]
  /** How many can be chosen. */
  readonly total: number
}

/** Every name that a file is read from or written to. */
export const namesOf = ({ path, from }: FilePatch): readonly string[] => (from === undefined ? [path] : [from, path])

/** Whether git creates the file if it does not exist, although the diff does not say so. */
export const mayCreate = ({ change, isPlain, hunks }: FilePatch): boolean =>
  change === 'modify' && isPlain && hunks.length === 1 && hunks[0]?.oldLines === 0

/** The numbers by which the parts of a file are chosen. */
export const numbersOf = ({ number, hunks }: FilePatch): readonly number[] =>
  hunks.length === 0 ? [number] : hunks.map((hunk) => hunk.number)
