// Applies all hunks of one file to its text. Either all fit or it fails.
import { sentence } from '@countersign/protocol'
import type { FilePatch, Hunk } from '../patch.ts'
import { doesNotApply, doesNotFit } from './does-not-fit.ts'
import { findPlace, type Wanted } from './find-place.ts'
import { openImage, replaceLines, textOf } from './image.ts'
import { indexLines, type LineIndex, type Patience } from './line-index.ts'
import { type Sides, sidesOf } from './sides.ts'

// Counted in comparisons.
const MOVING_COST = 4

const wantedOf = ({ oldLines, newStart, isRecounted }: Hunk, sides: Sides): Wanted => ({
  ...sides,
  oldLines,
  line: Math.max(0, newStart - 1),
  mustBeOnly: isRecounted === true,
})

export function applyHunks(file: FilePatch, text: string, patience: Patience): string {
  if (file.hunks.length === 0) return text
  const image = openImage(text, file.from ?? file.path)
  const sides = file.hunks.map(sidesOf)
  let made: LineIndex | undefined
  const index = (): LineIndex => {
    made ??= indexLines(
      image,
      sides.map(({ old }) => old),
    )
    return made
  }
  for (const [nth, hunk] of file.hunks.entries()) {
    const wanted = wantedOf(hunk, sides[nth] as Sides)
    const start = findPlace(image, wanted, index, patience)
    if (start === undefined) throw doesNotFit(file, hunk, image, wanted, patience)
    const movedOver = replaceLines(image, { start, lines: hunk.oldLines, text: wanted.new, newLines: hunk.newLines })
    patience.left -= MOVING_COST * movedOver
    if (movedOver > 0 && patience.left <= 0) throw doesNotApply(file.from ?? file.path, sentence('patch.out-of-order'))
  }
  return textOf(image)
}
