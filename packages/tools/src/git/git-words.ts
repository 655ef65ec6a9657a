// Words that the git tools share: parameters, what was left out, and one line for each file.
import * as z from 'zod'
import type { FileOfCommit } from '../hosts/git.ts'

export const gitPath = z.string().describe('A file or folder, relative to the workspace; . is all of it')

export const gitChange = z.enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'type_changed'])

/** Changed files that are not shown: they hold secrets, or have names that no tool takes. */
export const leftOut = z.array(z.string())

const MAX_NAMED = 20

export function describeLeftOut(names: readonly string[]): string {
  if (names.length === 0) return ''
  const named = names.slice(0, MAX_NAMED).join(', ')
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  return `[Left out, because they hold secrets or have names that no tool takes: ${named}${more}]\n`
}

export const describeFile = ({ path, from, change }: FileOfCommit): string =>
  `${change.replace('_', ' ')}: ${from === undefined ? path : `${from} -> ${path}`}`

export const describeFiles = (files: readonly FileOfCommit[]): string => files.map((file) => `${describeFile(file)}\n`).join('')
