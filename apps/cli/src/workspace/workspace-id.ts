// A project's key is its workspace's real path: the same folder is the same project, whatever its name.
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'

export const workspaceIdOf = (realPath: string): string =>
  createHash('sha256').update(`${hostname()}\n${realPath}`).digest('hex').slice(0, 32)
