// Where the server of this machine writes that it runs, for commands and editors. Nothing there can approve: the operator's credential
// is stored elsewhere.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { readPrivate } from './private-file.ts'

/** Exists while the server runs, and after a crash. */
export interface ServerFile {
  readonly pid: number
  readonly url: string
  readonly workspace: string | null
  /** Where the operator's credential is. */
  readonly key_store: string
}

export const dataFolder = (given: string | undefined): string => resolve(given ?? join(homedir(), '.countersign'))

export const serverFile = (data: string): string => join(data, 'server.json')

export const readServerFile = (data: string): Promise<ServerFile | undefined> => readPrivate(serverFile(data))

export { readPrivate, writePrivately } from './private-file.ts'
