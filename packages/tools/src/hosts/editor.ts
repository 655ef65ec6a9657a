// What a tool may ask of the editor that has the workspace open. The host leaves out sensitive files, and names a place outside the
// workspace without its content. Lines and columns are counted from 1, columns in characters.

export interface EditorPosition {
  readonly path: string
  readonly line: number
  readonly column: number
}

export interface EditorSpan {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** A file of the workspace by its path, another one by its last name only. */
export type EditorFile = { readonly path: string } | { readonly outside: string }

/** `text` is the line, given only for a file of the workspace. */
export type EditorPlace = EditorFile & EditorSpan & { readonly text?: string }

export type Severity = 'error' | 'warning' | 'information' | 'hint'

/** The message and its source are given only for a file of the workspace. */
export type EditorDiagnostic = EditorFile &
  EditorSpan & { readonly severity: Severity; readonly message?: string; readonly source?: string; readonly code?: string }

export interface EditorSymbol extends EditorSpan {
  readonly name: string
  /** Such as `function` or `class`. */
  readonly kind: string
  /** The names of the symbols around it, outermost first; empty at the top. */
  readonly containers: readonly string[]
}

export interface EditorEntries<Entry> {
  readonly entries: readonly Entry[]
  /** With those that did not fit; without those that are left out. */
  readonly total: number
}

/** Every method fails with TIMEOUT or CANCELLED, and like reading the file that it names. */
export interface EditorReader {
  /** Of one file; without a path, of every file that the editor has looked at. The worst first. */
  diagnostics(path: string | undefined): Promise<EditorEntries<EditorDiagnostic>>
  /** In the order of the file. */
  symbols(path: string): Promise<EditorEntries<EditorSymbol>>
  definition(position: EditorPosition): Promise<EditorEntries<EditorPlace>>
  references(position: EditorPosition): Promise<EditorEntries<EditorPlace>>
}
