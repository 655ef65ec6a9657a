// What a tool may do with the one workspace. The host ensures that it stays inside, links included. A path given here has passed `policy`
// as text; the host checks the object itself, and both names must pass.
import type { Sentence } from '@countersign/protocol'
import type { CompiledQuery } from '../search/compile-query.ts'

export interface FileContent {
  readonly bytes: Uint8Array
  /** The size of the whole file; `bytes` may be shorter if `maxBytes` was given. */
  readonly size: number
  /** An editor has it open with unsaved changes, and this is the editor's text. */
  readonly isUnsaved?: true
}

export interface FileEntry {
  readonly name: string
  readonly path: string
  readonly type: 'file' | 'directory'
  readonly size: number
  readonly modified: string
  /** Named by .gitignore; present only if the listing was asked to include such names. */
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
  /** Counted from 1. */
  readonly line: number
  /** Where the first match in the line begins, in characters, counted from 1. */
  readonly column: number
  readonly text: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface SearchResult {
  /** In the order of a listing, then by line. */
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
  /** The same, but undefined if there is no file. */
  readIfPresent(path: string): Promise<FileContent | undefined>
  list(request: ListRequest): Promise<Listing>
  /** Searches the files that a recursive listing shows, except links. Fails like `list`, and with TIMEOUT and CANCELLED. */
  search(request: SearchRequest): Promise<SearchResult>
}

/** What exists at a name, without its content. A folder is counted with everything in it. */
export interface ObjectFacts {
  readonly kind: 'file' | 'directory'
  readonly files: number
  readonly bytes: number
  /** Names in a folder, relative to it, as many as a person would read. */
  readonly names: readonly string[]
  /** Where a link leads; moving or deleting affects the link itself. */
  readonly leadsTo?: string | undefined
}

/** Present only if a change cannot be undone. */
export interface UndoNote {
  readonly possible: false
  readonly why: string
  readonly why_form?: Sentence | undefined
}

export interface ChangeOutcome {
  readonly undo?: UndoNote | undefined
  /** Files in which the change was joined with what the person typed since it was shown. */
  readonly merged?: readonly string[] | undefined
  /** Files that an editor saved otherwise than it was told to, as a formatter does. */
  readonly changedOnSave?: readonly string[] | undefined
}

/** What a file will become: new content, or undefined if it is deleted. `from` is the old name of a renamed file, which keeps its mode. */
export interface FileChange {
  readonly path: string
  readonly content: Uint8Array | undefined
  readonly from?: string
}

export interface WriteOutcome extends ChangeOutcome {
  readonly size: number
  readonly created: boolean
  /** Parent folders that were created, outermost first. */
  readonly createdDirectories: readonly string[]
}

export interface WorkspaceWriter extends WorkspaceReader {
  /**
   * Atomic: a temporary file, fsync, rename, fsync of the folder. The replaced file must be the one that the clearance names (its base
   * digest); otherwise the call fails with FILE_CHANGED and nothing is written. The mode is kept, and missing parent folders are created.
   */
  write(path: string, make: (current: FileContent | undefined) => Uint8Array): Promise<WriteOutcome>
}

/** Changes beyond writing one file. */
export interface WorkspaceChanger extends WorkspaceWriter {
  /**
   * Changes several files, all or nothing: `make` gets the current content of every name in `paths` and returns what each becomes. If one
   * cannot be changed, or the runner dies on the way, none is. Bound to base digests like `write`.
   */
  changeAll(
    paths: readonly string[],
    make: (current: ReadonlyMap<string, FileContent | undefined>) => readonly FileChange[],
  ): Promise<ChangeOutcome>
  /** Undefined if nothing exists there. The answer is bound to what it saw, as with reading a file. */
  inspect(path: string): Promise<ObjectFacts | undefined>
  createDirectory(path: string): Promise<ChangeOutcome & { readonly created: boolean }>
  /** A file or a folder. Without `overwrite`, the new name must not exist. */
  move(request: { readonly from: string; readonly to: string; readonly overwrite: boolean }): Promise<ChangeOutcome>
  /** Moves it to the trash, from which an undo restores it. A folder that is not empty needs `recursive`. */
  remove(request: { readonly path: string; readonly recursive: boolean }): Promise<ObjectFacts & ChangeOutcome>
}
