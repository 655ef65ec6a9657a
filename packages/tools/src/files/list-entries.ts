// What all listings have in common: entries, parameters, judgement, and how names are reported to a model.
import { judgePathUse } from '@countersign/policy'
import { LIMITS } from '@countersign/protocol'
import * as z from 'zod'
import type { FileEntry } from '../hosts/workspace.ts'
import { describeFolder } from '../words/name-folder.ts'
import { boundText } from '../words/text.ts'

export const entryFields = {
  name: z.string(),
  /** Relative to the workspace. */
  path: z.string(),
  type: z.enum(['file', 'directory']),
  /** In bytes; 0 for a folder. */
  size: z.int(),
  modified: z.iso.datetime(),
  /** Named by .gitignore; present only if the listing was asked to include such names. */
  ignored: z.literal(true).optional(),
}

export const countFields = {
  success: z.literal(true),
  /** How many entries matched, listed or not. */
  total_count: z.int(),
  truncated: z.boolean(),
}

export const patternField = z.string().min(1).max(LIMITS.maxPathCharacters)

export const listFields = {
  path: z.string().describe('Relative to the workspace; . is the workspace itself'),
  recursive: z.boolean().default(false),
  pattern: patternField.default('*').describe('A glob such as *.ts or src/**/*.md, from the listed folder'),
}

/** What all tools that list share. */
export const listing = {
  uses: ['workspace:read'],
  fails: ['FILE_NOT_FOUND', 'PERMISSION_DENIED', 'INVALID_PATH', 'PATH_OUTSIDE_WORKSPACE', 'SENSITIVE_FILE'],
  usualRisk: 'LOW',
  idempotent: true,
  judge: ({ path }: { path: string }, facts: Parameters<typeof judgePathUse>[2]) => judgePathUse(path, 'list', facts),
  concerns: ({ path }: { path: string }) => ({ paths: [path], commands: [] }),
} as const

/** One line per entry, as many as a model may see, and how to see the others. */
export function reportEntries(entries: readonly Pick<FileEntry, 'path' | 'type'>[], total: number, path: string): string {
  if (entries.length === 0) return `Nothing in ${describeFolder(path)} matches.`
  const { text, lines } = boundText(entries.map((entry) => `${entry.path}${entry.type === 'directory' ? '/' : ''}\n`).join(''))
  if (lines === total) return text
  return `${text}[${lines} of ${total} entries. To see others: list a folder in it, or use a pattern.]`
}
