// What a start of the local server leaves in its data folder for the other commands. None of it can approve: the operator's credential
// is stored separately (credential/).
import { join } from 'node:path'
import { readPrivate } from '@countersign/runner/local-server'

/** Kept after the server has stopped, so that commands know where it was. */
export interface Connection {
  readonly url: string
  readonly project_id: string
  readonly tokens: { readonly agent: string }
}

export const connectionFile = (data: string): string => join(data, 'connection.json')

export const readConnection = (data: string): Promise<Connection | undefined> => readPrivate(connectionFile(data))
