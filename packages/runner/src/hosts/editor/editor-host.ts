// The editor as tools see it: its answers with every file checked, sorted, limited in number and in time. What is asked about is opened
// and checked like a file that is read.
import { LIMITS, sentence } from '@countersign/protocol'
import type { EditorDiagnostic, EditorEntries, EditorPlace, EditorReader, EditorSymbol, FileContent, Severity } from '@countersign/tools'
import { fileFailure } from '../../disk/file-failure.ts'
import { checkedPath, checkPlace, type LocationRules } from '../../disk/names.ts'
import { checkRegularFile, openObject } from '../../disk/open-object.ts'
import type { Editor, FoundDiagnostic, FoundPlace, FoundSymbol } from '../../ports/editor.ts'
import { limitTime } from '../time/limit-time.ts'
import { addLines } from './add-lines.ts'
import { createLocate, type Locate, type Located } from './locate.ts'

export interface EditorHostOptions {
  /** The real path of the workspace. */
  readonly root: string
  readonly editor: Editor
  readonly places: LocationRules
  readonly signal: AbortSignal
  /** Reads a file of the workspace as any tool would. */
  readonly read: (path: string) => Promise<FileContent>
}

const MAX_MESSAGE_CHARACTERS = 2_000
const MAX_NAME_CHARACTERS = 500
const MAX_CONTAINERS = 20
const TOOK_TOO_LONG = sentence('editor.took-too-long', { count: LIMITS.maxEditorSeconds })

export function createEditorHost(options: EditorHostOptions): EditorReader {
  const { root, editor, places } = options
  const locate = createLocate(options)

  /** The real name; a folder only where one may be meant. */
  function openName(path: string, use: 'read' | 'search'): { readonly name: string; readonly isFolder: boolean } {
    const requested = checkedPath(path, use)
    try {
      using object = openObject(`${root}/${requested}`)
      const name = checkPlace(root, object.place, requested, use)
      places.check(name)
      const isFolder = object.stats.isDirectory()
      if (use === 'read' || !isFolder) checkRegularFile(object.stats, requested)
      return { name, isFolder }
    } catch (error) {
      throw fileFailure(error, requested)
    }
  }

  async function ask<T>(question: (signal: AbortSignal) => Promise<T>): Promise<T> {
    using time = limitTime({ seconds: LIMITS.maxEditorSeconds, subject: TOOK_TOO_LONG, signal: options.signal })
    return await unlessAborted(time.signal, () => question(time.signal))
  }

  const placesFor = async (found: readonly FoundPlace[], signal: AbortSignal): Promise<EditorEntries<EditorPlace>> => {
    const located = locateAll(found, locate).map(({ file, entry }) => ({ ...file, ...spanOf(entry) }))
    const entries = located.slice(0, LIMITS.maxEditorEntries)
    return { entries: await addLines(entries, { read: options.read, signal }), total: located.length }
  }

  return {
    diagnostics: (path) =>
      ask(async (signal) => {
        const { name, isFolder } = path === undefined ? WHOLE : openName(path, 'search')
        const found = await editor.diagnostics(isFolder ? undefined : name, signal)
        const located = locateAll(found, locate).filter(({ file }) => isMeant(file, path === undefined ? undefined : name))
        return limited(located.map(({ file, entry }) => describe(file, entry)).sort(compareDiagnostics))
      }),
    symbols: (path) => ask(async (signal) => limited((await editor.symbols(openName(path, 'read').name, signal)).map(shorten))),
    definition: ({ path, ...at }) =>
      ask(async (signal) => placesFor(await editor.definition({ path: openName(path, 'read').name, ...at }, signal), signal)),
    references: ({ path, ...at }) =>
      ask(async (signal) => placesFor(await editor.references({ path: openName(path, 'read').name, ...at }, signal), signal)),
  }
}

const WHOLE = { name: '.', isFolder: true }

/** An editor that does not answer must not keep a call. */
async function unlessAborted<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
  return Promise.race([act(), aborted.promise])
}

const limited = <Entry>(all: readonly Entry[]): EditorEntries<Entry> => ({
  entries: all.slice(0, LIMITS.maxEditorEntries),
  total: all.length,
})

const locateAll = <Found extends FoundPlace>(found: readonly Found[], locate: Locate): { file: Located; entry: Found }[] =>
  found.flatMap((entry) => {
    const file = locate(entry.file)
    return file ? [{ file, entry }] : []
  })

/** Where a file or folder was asked for: only what is that file or lies in that folder. */
function isMeant(file: Located, name: string | undefined): boolean {
  if (name === undefined) return true
  return 'path' in file && (name === '.' || file.path === name || file.path.startsWith(`${name}/`))
}

function describe(file: Located, found: FoundDiagnostic): EditorDiagnostic {
  const { severity, message, source, code } = found
  const isInside = 'path' in file
  return {
    ...file,
    ...spanOf(found),
    severity,
    ...(isInside && { message: cut(message, MAX_MESSAGE_CHARACTERS) }),
    ...(isInside && source !== undefined && { source: cut(source, MAX_NAME_CHARACTERS) }),
    ...(isInside && code !== undefined && { code: cut(code, MAX_NAME_CHARACTERS) }),
  }
}

const RANK: Record<Severity, number> = { error: 0, warning: 1, information: 2, hint: 3 }

function compareDiagnostics(one: EditorDiagnostic, other: EditorDiagnostic): number {
  const [first, second] = [nameOf(one), nameOf(other)]
  if (one.severity !== other.severity) return RANK[one.severity] - RANK[other.severity]
  if (first !== second) return first < second ? -1 : 1
  return one.line - other.line || one.column - other.column
}

const nameOf = (file: Located): string => ('path' in file ? file.path : file.outside)

const shorten = ({ name, kind, containers, ...span }: FoundSymbol): EditorSymbol => ({
  name: cut(name, MAX_NAME_CHARACTERS),
  kind: cut(kind, MAX_NAME_CHARACTERS),
  containers: containers.slice(0, MAX_CONTAINERS).map((container) => cut(container, MAX_NAME_CHARACTERS)),
  ...spanOf(span),
})

/** Only these fields, whatever else the editor gave. */
const spanOf = ({ line, column, endLine, endColumn }: Pick<FoundPlace, 'line' | 'column' | 'endLine' | 'endColumn'>) => ({
  line,
  column,
  endLine,
  endColumn,
})

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text)
