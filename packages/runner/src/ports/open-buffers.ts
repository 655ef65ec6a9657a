// Files that are open in an editor with changes that are not saved, as the extension hands them in. For such a file the text of the
// editor is what a person sees, so it is what tools read, what a preview shows and what a change goes to. A file that is open without
// unsaved changes is not named here: the editor follows the disk. Paths are relative to the workspace, links resolved.

export interface UnsavedText {
  /** What saving would write, as text: the byte order mark and the line ends included. */
  readonly text: string
  /** Another number after every change of the text. */
  readonly version: number
}

export interface BufferEdit {
  /** The version that the new text was made from. */
  readonly version: number
  readonly text: string
}

export interface OpenBuffers {
  /** Every file that has unsaved changes. */
  unsavedPaths(): readonly string[]
  /** Undefined where the file is not open, or has no unsaved changes. */
  unsaved(path: string): UnsavedText | undefined
  /**
   * Puts the text into the editor and saves it as it is, without formatters; `moved` where the version is another one by now: then
   * nothing has changed. Rejects where it cannot be saved.
   */
  edit(path: string, edit: BufferEdit): Promise<'saved' | 'moved'>
}

/** A runner that is part of no editor. */
export const NO_OPEN_BUFFERS: OpenBuffers = {
  unsavedPaths: () => [],
  unsaved: () => undefined,
  edit: async () => 'moved',
}
