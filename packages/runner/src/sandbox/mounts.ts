// Words of bubblewrap's line for the mounts that we use.

/** What a folder in memory may hold. */
const TEMPORARY_BYTES = String(1024 ** 3)

export const readOnly = (from: string, to = from): string[] => ['--ro-bind', from, to]

export const writable = (from: string, to = from): string[] => ['--bind', from, to]

export const temporary = (path: string): string[] => ['--size', TEMPORARY_BYTES, '--tmpfs', path]
