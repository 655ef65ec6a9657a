// What a tool may do with the one workspace. Staying inside it, links included, is the host's promise.
// A path given here has passed `policy` by its words; the host checks the object itself, and both names must pass.
import type { CompiledQuery } from '../search/compile-query.ts'

export interface FileContent {
  readonly bytes: Uint8Array
  /** The size of the whole file; `bytes` may be less where `maxBytes` was given. */
  readonly size: number
}

export interface FileEntry {
  readonly name: string
  readonly path: string
  readonly type: 'file' | 'directory'
  readonly size: number
  readonly modified: string
  /** Named by .gitignore; only where the listing was asked for such names. */
  readonly ignored?: true | undefined
}

export interface Listing {
  readonly entries: readonly FileEntry[]
  readonly total: number
}

export interface ListRequest {
  readonly path: string
  readonly recursive: boolean
  readonly pattern: string
  readonly ignored: boolean
  readonly maxEntries: number
}

export interface SearchMatch {
  readonly path: string
  /** From 1. */
  readonly line: number
  /** Where the first match in the line begins, in characters, from 1. */
  readonly column: number
  readonly text: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface SearchResult {
  /** In the order of a listing, then of lines. */
  readonly matches: readonly SearchMatch[]
  /** Matching lines, counted up to the limit. */
  readonly total: number
}

export interface SearchRequest {
  readonly query: CompiledQuery
  /** A folder, or one file. */
  readonly path: string
  readonly pattern: string
  readonly contextLines: number
  readonly signal: AbortSignal
}

export interface WorkspaceReader {
  /** Fails with FILE_NOT_FOUND, FILE_TOO_LARGE, PATH_OUTSIDE_WORKSPACE, SENSITIVE_FILE, PERMISSION_DENIED, INVALID_PATH. */
  read(path: string): Promise<FileContent>
  /** The same, but undefined where there is no file. */
  readIfPresent(path: string): Promise<FileContent | undefined>
  list(request: ListRequest): Promise<Listing>
  /** Looks at what a recursive listing shows, except links. Fails as `list` does, and with TIMEOUT and CANCELLED. */
  search(request: SearchRequest): Promise<SearchResult>
}

/** What lies at a name, without its content. A folder is counted with everything in it. */
export interface ObjectFacts {
  readonly kind: 'file' | 'directory'
  readonly files: number
  readonly bytes: number
  /** Names in a folder, relative to it, as many as a person would read. */
  readonly names: readonly string[]
  /** Where a link leads; the link itself is what is moved or deleted. */
  readonly leadsTo?: string | undefined
}

/** Given only where a change cannot be undone. */
export interface UndoNote {
  readonly possible: false
  readonly why: string
}

export interface ChangeOutcome {
  readonly undo?: UndoNote | undefined
}

/** What a file is to become: other content, or undefined where it goes. `from` is the old name of a renamed file, whose mode stays. */
export interface FileChange {
  readonly path: string
  readonly content: Uint8Array | undefined
  readonly from?: string
}

export interface WriteOutcome extends ChangeOutcome {
  readonly size: number
  readonly created: boolean
  /** Folders that were made on the way, outermost first. */
  readonly createdDirectories: readonly string[]
}

export interface WorkspaceWriter extends WorkspaceReader {
  /**
   * Atomic: a temporary file, fsync, rename, fsync of the folder. The file that is replaced must be the one that the
   * clearance names (its base digest), else FILE_CHANGED and nothing is written. Mode survives, parents are made.
   */
  write(path: string, make: (current: FileContent | undefined) => Uint8Array): Promise<WriteOutcome>
}

/** More than writing one file. */
export interface WorkspaceChanger extends WorkspaceWriter {
  /**
   * Several files, all or nothing: `make` gets the present content of every name in `paths` and says what each becomes.
   * Where one cannot be changed, or the runner dies on the way, none is. Bound to base digests as `write` is.
   */
  changeAll(
    paths: readonly string[],
    make: (current: ReadonlyMap<string, FileContent | undefined>) => readonly FileChange[],
  ): Promise<ChangeOutcome>
  /** Undefined where there is nothing. What it saw binds the answer, as reading a file does. */
  inspect(path: string): Promise<ObjectFacts | undefined>
  createDirectory(path: string): Promise<ChangeOutcome & { readonly created: boolean }>
  /** A file or a folder. Without `overwrite` the new name must be free. */
  move(request: { readonly from: string; readonly to: string; readonly overwrite: boolean }): Promise<ChangeOutcome>
  /** To the trash, from which an undo brings it back. A folder that is not empty needs `recursive`. */
  remove(request: { readonly path: string; readonly recursive: boolean }): Promise<ObjectFacts & ChangeOutcome>
}
