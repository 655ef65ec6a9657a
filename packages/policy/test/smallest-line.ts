// Makes a failing line smaller: without each of its pieces in turn, as long as one of the rest still fails.
import type { ParseShellLine } from '../src/shell/index.ts'
import { acceptLine } from './shell-lines.ts'
import { type Difference, findDifferences } from './shell-recorder.ts'

export async function findSmallest(difference: Difference, parse: ParseShellLine): Promise<Difference> {
  const smaller = difference.pieces.map((_, index) => difference.pieces.toSpliced(index, 1))
  const accepted = smaller.map((pieces) => acceptLine(pieces, parse)).filter((line) => line !== undefined)
  const [found] = await findDifferences(accepted)
  return found ? findSmallest(found, parse) : difference
}
