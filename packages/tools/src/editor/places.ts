// What the tools share that take one position of a file and find places: `ide.definition` and `ide.references`.
import * as z from 'zod'
import type { EditorEntries, EditorPlace } from '../hosts/editor.ts'
import { plainPath } from '../words/text.ts'
import { aboutOneFile, countOf, describePlace, type place, positionFields, reportLines, viewOfPlace } from './editor-words.ts'

export const aboutOnePosition = { ...aboutOneFile, input: z.strictObject(positionFields) }

type Position = z.output<typeof aboutOnePosition.input>
type Place = z.output<typeof place>

/** Such as `src/a.ts:3:7`, in slots of a sentence. */
export const slotsOf = ({ path, line, column }: Position) => ({ path: plainPath(path), line, column })

export const viewOfPlaces = (found: EditorEntries<EditorPlace>) => ({ places: found.entries.map(viewOfPlace), ...countOf(found) })

interface Found {
  readonly places: readonly Place[]
  readonly total: number
  readonly position: Position
}

/** `none` goes on with the position. */
export function reportPlaces({ places, total, position }: Found, { none, more }: { readonly none: string; readonly more: string }): string {
  const { path, line, column } = slotsOf(position)
  return reportLines(places.map(describePlace), total, { none: `${none} ${path}:${line}:${column}.`, more })
}

/** A function in one file that another one calls, for the examples. */
export const TWO_FILES = { 'main.ts': 'start()\n', 'src/start.ts': 'function start() {}\n' }

const at = { line: 1, column: 1 }

/** Positions that are refused, for the examples of each tool that takes one. */
export const refusedPositions = [
  { title: 'a file that is not there', input: { path: 'missing.ts', ...at }, risk: 'LOW', refuses: 'FILE_NOT_FOUND' },
  { title: 'a file that holds secrets', input: { path: '.env', ...at }, given: { '.env': 'TOKEN=1' }, refuses: 'SENSITIVE_FILE' },
  { title: 'a way out', input: { path: '../a.ts', ...at }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
] as const
