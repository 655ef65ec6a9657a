// The local server's data folder, and what a start leaves there for the other commands. None of it can approve:
// the operator's credential is stored separately (credential/).
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { readPrivate } from './private-file.ts'

/** Kept after the server has stopped, so that commands know where it was. */
export interface Connection {
  readonly url: string
  readonly project_id: string
  readonly tokens: { readonly agent: string }
}

/** Exists while the server runs, and after a crash. */
export interface ServerFile {
  readonly pid: number
  readonly url: string
  readonly workspace: string | null
  /** Where the operator's credential is. */
  readonly key_store: string
}

export const dataFolder = (given: string | undefined): string => resolve(given ?? join(homedir(), '.countersign'))

export const connectionFile = (data: string): string => join(data, 'connection.json')
export const serverFile = (data: string): string => join(data, 'server.json')

export const readConnection = (data: string): Promise<Connection | undefined> => readPrivate(connectionFile(data))
export const readServerFile = (data: string): Promise<ServerFile | undefined> => readPrivate(serverFile(data))
