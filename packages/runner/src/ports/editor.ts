// The editor that a runner is part of, as its extension hands it in: what the editor's languages say of files. A runner without an
// editor offers no `ide.*` tools. Names that go in are paths of the workspace, links resolved; names that come out are whole paths, or
// whatever the editor calls a document that is no file. The runner checks, shortens and limits what comes out; the editor need not.
// Lines and columns are counted from 1, columns in UTF-16 units.
import type { EditorPosition, EditorSpan, Severity } from '@countersign/tools'

export interface FoundPlace extends EditorSpan {
  /** An absolute path; another text for a document that is no file. */
  readonly file: string
}

export interface FoundDiagnostic extends FoundPlace {
  readonly severity: Severity
  readonly message: string
  readonly source?: string | undefined
  readonly code?: string | undefined
}

export interface FoundSymbol extends EditorSpan {
  readonly name: string
  readonly kind: string
  readonly containers: readonly string[]
}

export interface Editor {
  /** Without a path, of every file that the editor has looked at. */
  diagnostics(path: string | undefined, signal: AbortSignal): Promise<readonly FoundDiagnostic[]>
  symbols(path: string, signal: AbortSignal): Promise<readonly FoundSymbol[]>
  definition(position: EditorPosition, signal: AbortSignal): Promise<readonly FoundPlace[]>
  references(position: EditorPosition, signal: AbortSignal): Promise<readonly FoundPlace[]>
}
