// Where the local server keeps what it has, and what a start left there for the other commands.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export interface ReadyFile {
  readonly url: string
  readonly project_id: string
  readonly tokens: { readonly operator: string; readonly agent: string; readonly runner: string; readonly admin: string }
}

export const dataFolder = (given: string | undefined): string => resolve(given ?? join(homedir(), '.countersign'))

export const connectionFile = (data: string): string => join(data, 'connection.json')

export async function writePrivately(file: string, value: object): Promise<void> {
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, file)
}

export async function readConnection(data: string): Promise<ReadyFile | undefined> {
  try {
    return JSON.parse(await readFile(connectionFile(data), 'utf8')) as ReadyFile
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
