// What the tools that ask the editor share: fields of parameters and results, and one line for each place.
import { type Facts, judgePathUse } from '@countersign/policy'
import type { ErrorCode } from '@countersign/protocol'
import * as z from 'zod'
import type { EditorEntries, EditorPlace, EditorSpan } from '../hosts/editor.ts'
import { boundText } from '../words/text.ts'

export const EDITOR_FAILURES: readonly ErrorCode[] = [
  'FILE_NOT_FOUND',
  'PERMISSION_DENIED',
  'INVALID_PATH',
  'PATH_OUTSIDE_WORKSPACE',
  'SENSITIVE_FILE',
  'TIMEOUT',
  'CANCELLED',
  'TOOL_NOT_FOUND',
]

interface OnePath {
  readonly path: string
}

/** What a tool that asks the editor about one file has in common with the others. */
export const aboutOneFile = {
  uses: ['editor'] as const,
  fails: EDITOR_FAILURES,
  usualRisk: 'LOW' as const,
  idempotent: true,
  maskResult: true as const,
  judge: ({ path }: OnePath, facts: Facts) => judgePathUse(path, 'read', facts),
  concerns: ({ path }: OnePath) => ({ paths: [path], commands: [] }),
}

export const positionFields = {
  path: z.string().describe('A file, relative to the workspace, with / between names'),
  line: z.int().min(1).describe('Counted from 1'),
  column: z.int().min(1).describe('Where the name begins or any place in it, counted from 1'),
}

/** Counted from 1. */
export const spanFields = { line: z.int(), column: z.int(), end_line: z.int(), end_column: z.int() }

/** A file of the workspace by its path, another one by its last name only. */
export const fileFields = { path: z.string().optional(), outside: z.string().optional() }

export const countFields = { total_count: z.int(), truncated: z.boolean() }

export const countOf = <Entry>({ entries, total }: EditorEntries<Entry>) => ({ total_count: total, truncated: entries.length < total })

export const spanOf = ({ line, column, endLine, endColumn }: EditorSpan) => ({ line, column, end_line: endLine, end_column: endColumn })

export const place = z.strictObject({
  ...fileFields,
  ...spanFields,
  /** The line, for a file of the workspace; a long one is cut. */
  text: z.string().optional(),
})

export function viewOfPlace(found: EditorPlace): z.input<typeof place> {
  const file = 'path' in found ? { path: found.path } : { outside: found.outside }
  return { ...file, ...spanOf(found), ...(found.text !== undefined && { text: found.text }) }
}

interface Located {
  readonly path?: string | undefined
  readonly outside?: string | undefined
  readonly line: number
  readonly column: number
}

/** Such as `src/a.ts:3:7`. */
export const describePosition = ({ path, outside, line, column }: Located): string =>
  `${path ?? `${outside} (outside the workspace)`}:${line}:${column}`

export const describePlace = (found: z.output<typeof place>): string =>
  `${describePosition(found)}${found.text === undefined ? '' : `: ${found.text.trim()}`}\n`

interface ReportWords {
  /** Said if there is nothing to list. */
  readonly none: string
  /** How to see what did not fit. */
  readonly more: string
}

/** Whole lines that fit, and how many there are in all. */
export function reportLines(lines: readonly string[], total: number, { none, more }: ReportWords): string {
  if (total === 0) return none
  const { text, lines: shown } = boundText(lines.join(''))
  return shown < total ? `${text}[${shown} of ${total}. ${more}]\n` : text
}
