// Replaces an exact text in a file's text: at its only place, or everywhere if that was asked for. Nothing is normalised: a byte order mark,
// line endings and a missing last newline stay as they are.
import { sentence } from '@countersign/protocol'
import { doesNotApply } from '../patches/apply/does-not-fit.ts'
import { countLines } from '../words/text.ts'
import { describeNearest } from './nearest-place.ts'

export interface Replacing {
  readonly path: string
  readonly old_text: string
  readonly new_text: string
  readonly replace_all: boolean
}

export interface Replacement {
  readonly text: string
  readonly replacements: number
}

/** How many line numbers a refusal names. */
const MAX_NAMED = 20

export function replaceText(text: string, { path, old_text, new_text, replace_all }: Replacing): Replacement {
  const first = text.indexOf(old_text)
  if (first < 0) throw notFound(text, path, old_text)
  if (replace_all) {
    const parts = text.split(old_text)
    return { text: parts.join(new_text), replacements: parts.length - 1 }
  }
  // From the next character on: places that overlap are several places too.
  if (text.indexOf(old_text, first + 1) >= 0) throw severalPlaces(text, path, old_text)
  return { text: text.slice(0, first) + new_text + text.slice(first + old_text.length), replacements: 1 }
}

function severalPlaces(text: string, path: string, old: string) {
  const lines: number[] = []
  let [count, line, counted] = [0, 1, 0]
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + 1)) {
    count++
    if (lines.length >= MAX_NAMED) continue
    line += breaksBetween(text, counted, at)
    counted = at
    lines.push(line)
  }
  const form = count > lines.length ? 'edit.many-places' : 'edit.several-places'
  const what = sentence(form, { count, lines: lines.join(', ') })
  return doesNotApply(path, what, { places: count, lines })
}

const breaksBetween = (text: string, from: number, to: number): number => {
  const part = text.slice(from, to)
  return part.endsWith('\n') || part === '' ? countLines(part) : countLines(part) - 1
}

function notFound(text: string, path: string, old: string) {
  const { what, details } = describeNearest(text, old)
  return doesNotApply(path, what, details)
}
