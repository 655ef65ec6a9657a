// A project is keyed by its workspace, not by the folder's name: the same real folder is the same project.
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'

export const workspaceIdOf = (realPath: string): string =>
  createHash('sha256').update(`${hostname()}\n${realPath}`).digest('hex').slice(0, 32)
