// Which lines of which file ran. A line counts if a statement starts on it, as in Istanbul's line coverage. Merged by line, not by
// statement: Vitest, Node and the build compile a file differently, but all know its lines.

/** Line number to "did it run". */
export type Lines = Map<number, boolean>

/** File to its lines. */
export type LineCoverage = Map<string, Lines>

/** The part of Istanbul's format that lines come from. */
export interface IstanbulFile {
  readonly statementMap: Readonly<Record<string, { readonly start: { readonly line: number } }>>
  readonly s: Readonly<Record<string, number>>
}

export function linesOf({ statementMap, s }: IstanbulFile): Lines {
  const lines: Lines = new Map()
  for (const [id, { start }] of Object.entries(statementMap)) {
    lines.set(start.line, (s[id] ?? 0) > 0 || lines.get(start.line) === true)
  }
  return lines
}

/**
 * Marks further lines that ran. If a file's lines are known, no others are added, so that this never makes coverage look better than it is.
 */
export function addRuns(known: LineCoverage, runs: LineCoverage): LineCoverage {
  const added: LineCoverage = new Map(known)
  for (const [file, lines] of runs) {
    const before = known.get(file)
    added.set(file, before ? new Map([...before].map(([line, ran]) => [line, ran || lines.get(line) === true])) : lines)
  }
  return added
}

export function mergeCoverage(...coverages: readonly LineCoverage[]): LineCoverage {
  const merged: LineCoverage = new Map()
  for (const [file, lines] of coverages.flatMap((coverage) => [...coverage])) {
    const target = merged.get(file) ?? new Map()
    for (const [line, ran] of lines) target.set(line, ran || target.get(line) === true)
    merged.set(file, target)
  }
  return merged
}
