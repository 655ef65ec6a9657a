// Files in the `/tmp` that the commands of a session share, as tools see them.

export interface ScratchReader {
  /** A text by its name in the sandbox, such as `/tmp/x.sh`. Fails with FILE_NOT_FOUND where there is none, or where it leads elsewhere. */
  readText(path: string): Promise<string>
}
