// What the git tools share: parameters, the note on what was left out, and one line for each file.
import { inEnglish, type Sentence, sentence } from '@countersign/protocol'
import * as z from 'zod'
import type { FileOfCommit } from '../hosts/git.ts'

export const gitPath = z.string().describe('A file or folder, relative to the workspace; . is all of it')

export const gitChange = z.enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'type_changed'])

/** Changed files that are not shown: they hold secrets, or have names that no tool accepts. */
export const leftOut = z.array(z.string())

const MAX_NAMED = 20

/** An empty list, or one sentence. */
export function listLeftOut(all: readonly string[]): Sentence[] {
  const names = all.slice(0, MAX_NAMED).join(', ')
  const count = all.length - MAX_NAMED
  if (names === '') return []
  return [count > 0 ? sentence('preview.left-out-more', { names, count }) : sentence('preview.left-out', { names })]
}

export const describeLeftOut = (names: readonly string[]): string =>
  listLeftOut(names)
    .map((line) => `${inEnglish(line)}\n`)
    .join('')

export const describeFile = ({ path, from, change }: FileOfCommit): Sentence =>
  sentence(`preview.${change}`, { path: from === undefined ? path : `${from} -> ${path}` })

export const describeFiles = (files: readonly FileOfCommit[]): string => files.map((file) => `${inEnglish(describeFile(file))}\n`).join('')
