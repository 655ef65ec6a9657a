// Explains a hunk that does not fit: which one, in which file, what it expects and what is there. Bounded, because both may be long.
import { oneLine } from '@countersign/policy'
import { Failure, type Sentence, sentence } from '@countersign/protocol'
import type { FilePatch, Hunk } from '../patch.ts'
import type { Wanted } from './find-place.ts'
import { currentLines, type Image, originalLines, originalOf } from './image.ts'
import type { Patience } from './line-index.ts'

const MAX_LINES = 20
const MAX_CHARACTERS = 200
const IN_SENTENCE = 100

export const doesNotApply = (path: string, what: Sentence, details: Record<string, unknown> = {}): Failure =>
  new Failure('PATCH_APPLY_FAILED', { subject: sentence('patch.about-file', { path, what }), path, ...details })

export function doesNotFit({ path, from = path }: FilePatch, hunk: Hunk, image: Image, wanted: Wanted, patience: Patience): Failure {
  const line = placeToShow(image, wanted)
  const expected = firstLines(wanted.old)
  const found = firstLines(image.text.slice(image.starts[line], image.starts[Math.min(line + hunk.oldLines, originalLines(image))]))
  const details = { hunk: hunk.number, line: line + 1, expected, found }
  const differs = expected.findIndex((text, index) => text !== found[index])
  const difference = differs < 0 ? [] : [describeDifference(line + differs + 1, expected[differs], found[differs])]
  const sentences = [sentence('patch.does-not-fit', { number: hunk.number }), ...difference, ...adviceFor(wanted, patience)]
  const what = sentences.reduce((first, second) => sentence('patch.and', { first, second }))
  return doesNotApply(from, what, details)
}

/** Where the search started. */
function placeToShow(image: Image, { oldLines, isAtStart, isAtEnd, line }: Wanted): number {
  if (isAtStart) return 0
  if (isAtEnd) return Math.max(0, originalLines(image) - oldLines)
  return Math.min(originalOf(image, Math.min(line, currentLines(image))) ?? 0, originalLines(image))
}

function adviceFor({ isAtStart, isAtEnd, mustBeOnly }: Wanted, patience: Patience): Sentence[] {
  if (patience.left <= 0) return [sentence('patch.many-places')]
  if (isAtEnd) return [sentence('patch.must-end-file')]
  if (isAtStart) return [sentence('patch.must-begin-file')]
  return mustBeOnly ? [sentence('patch.must-be-only')] : []
}

function describeDifference(line: number, wanted = '', found: string | undefined): Sentence {
  const expected = oneLine(wanted, IN_SENTENCE)
  if (found === undefined) return sentence('patch.file-ends', { line, expected })
  return sentence('patch.line-differs', { line, expected, found: oneLine(found, IN_SENTENCE) })
}

function firstLines(text: string): string[] {
  const lines: string[] = []
  for (let at = 0; at < text.length && lines.length < MAX_LINES; ) {
    const end = text.indexOf('\n', at)
    const stop = end < 0 ? text.length : end
    lines.push(text.slice(at, Math.min(stop, at + MAX_CHARACTERS)).toWellFormed())
    at = stop + 1
  }
  return lines
}
