// A failed system call as a sentence with what to do. An error that is not in the table is a bug.
type SystemError = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string }

const SENTENCES: Readonly<Record<string, (what: string) => string>> = {
  ENOENT: (what) => `There is no ${what}. Check the name.`,
  EACCES: (what) => `No permission for ${what}. Change its permissions, or choose another.`,
  EPERM: (what) => `No permission for ${what}. Change its permissions, or choose another.`,
  EROFS: (what) => `${what} cannot be written: its disk is read-only. Choose another.`,
  ENOSPC: (what) => `No space is left for ${what}. Free some, then try again.`,
  EISDIR: (what) => `${what} is a folder where a file is needed.`,
  ENOTDIR: (what) => `${what}: a part of it is a file where a folder is needed.`,
  EEXIST: (what) => `${what} is a file where a folder is needed.`,
  EADDRINUSE: (what) => `${what} is taken by another program. Stop it, or choose another with --port (0 takes a free one).`,
  EADDRNOTAVAIL: (what) => `${what} is no address of this machine. Choose another with --host.`,
}

export function systemErrorText(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined
  const { code = '', path, address, port } = error as SystemError
  return SENTENCES[code]?.(path ?? (port === undefined ? 'what was named' : `${address}:${port}`))
}
