// The line of each place in the workspace, so that whoever reads the answer need not open the files.
import { Failure, MEGABYTE } from '@countersign/protocol'
import type { EditorPlace, FileContent } from '@countersign/tools'

const MAX_LINE_CHARACTERS = 300
const MAX_FILE_BYTES = 1 * MEGABYTE

export interface LineReading {
  readonly read: (path: string) => Promise<FileContent>
  readonly signal: AbortSignal
}

/** A file that cannot be read, is no text or is large keeps its places without their lines. */
export async function addLines(places: readonly EditorPlace[], { read, signal }: LineReading): Promise<EditorPlace[]> {
  const files = new Map<string, readonly string[]>()
  const withLines: EditorPlace[] = []
  for (const place of places) {
    if (!('path' in place)) {
      withLines.push(place)
      continue
    }
    signal.throwIfAborted()
    const lines = files.get(place.path) ?? (await readLines(place.path, read))
    files.set(place.path, lines)
    const text = lines[place.line - 1]
    withLines.push(text === undefined ? place : { ...place, text: cutLine(text) })
  }
  return withLines
}

async function readLines(path: string, read: LineReading['read']): Promise<readonly string[]> {
  try {
    const { bytes } = await read(path)
    return bytes.length > MAX_FILE_BYTES ? [] : new TextDecoder('utf-8', { fatal: true }).decode(bytes).split(/\r?\n/)
  } catch (error) {
    if (error instanceof Failure || error instanceof TypeError) return []
    throw error
  }
}

const cutLine = (line: string): string =>
  line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS).toWellFormed()}…` : line
