// What a diff says, once it has been read: files, each with its hunks. Hunks are numbered from 1 over all files; a file that has
// none (it only moves, is created empty or goes empty) has one number of its own, so that it can be chosen too.

export type ChangeKind = 'create' | 'modify' | 'delete' | 'rename'

export interface Hunk {
  /** From 1, over all files. */
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
}

export interface FilePatch {
  readonly change: ChangeKind
  /** The name afterwards; of a deleted file the name that it had. */
  readonly path: string
  /** The old name of a renamed file. */
  readonly from?: string
  /** Without a `diff --git` line. Git then takes an addition to nothing for a new file where there is none yet. */
  readonly isPlain: boolean
  /** Its own number where it has no hunks, else that of its first hunk. */
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

/** Whether git makes the file where there is none, though the diff does not say so. */
export const mayCreate = ({ change, isPlain, hunks }: FilePatch): boolean =>
  change === 'modify' && isPlain && hunks.length === 1 && hunks[0]?.oldLines === 0

/** The numbers by which the parts of a file are chosen. */
export const numbersOf = ({ number, hunks }: FilePatch): readonly number[] =>
  hunks.length === 0 ? [number] : hunks.map((hunk) => hunk.number)
