// Which hunks of a review are selected. High-risk hunks are never selected by default.
import type { Preview } from '@countersign/protocol'

export type ReviewPreview = Extract<Preview, { kind: 'review' }>
export type ReviewFile = ReviewPreview['files'][number]

export const numbersOf = ({ hunks }: ReviewFile): number[] => hunks.map(({ number }) => number)

export const allNumbers = ({ files }: ReviewPreview): number[] => files.flatMap(numbersOf)

export const firstChoice = ({ files }: ReviewPreview): ReadonlySet<number> =>
  new Set(files.filter(({ risk_level }) => risk_level !== 'HIGH').flatMap(numbersOf))

/** Selects all hunks of a file, or none if all are selected. */
export function toggleFile(chosen: ReadonlySet<number>, file: ReviewFile): ReadonlySet<number> {
  const numbers = new Set(numbersOf(file))
  return numbers.isSubsetOf(chosen) ? chosen.difference(numbers) : chosen.union(numbers)
}

export const toggleHunk = (chosen: ReadonlySet<number>, number: number): ReadonlySet<number> =>
  chosen.symmetricDifference(new Set([number]))

export const needsTick = ({ files }: ReviewPreview, chosen: ReadonlySet<number>): boolean =>
  files.some((file) => file.risk_level === 'HIGH' && numbersOf(file).some((number) => chosen.has(number)))

/** The files with only their selected hunks; files without any are left out. */
export const chosenFiles = ({ files }: ReviewPreview, chosen: ReadonlySet<number>): ReviewFile[] =>
  files.map((file) => ({ ...file, hunks: file.hunks.filter(({ number }) => chosen.has(number)) })).filter(({ hunks }) => hunks.length > 0)
