// A client for one role, from the environment, or from the local server's data folder and key store.
// Answering needs a person at a terminal or the operator's token: an agent with a shell has neither.
import { type Client, createClient, keepToken } from '@countersign/client'
import { dataFolder } from '@countersign/runner/local-server'
import { readCredential } from '../credential/read-credential.ts'
import { ownName } from '../terminal/own-name.ts'
import { UsageError } from '../terminal/report-error.ts'
import { readConnection } from './data-folder.ts'

export interface Connected {
  readonly client: Client
  readonly projectId: string
  readonly url: string
  /** The current token, which is renewed while the command runs. */
  readonly token: () => string
}

export interface ConnectOptions {
  readonly data?: string | undefined
  readonly role: 'operator' | 'agent'
  /** Answering needs a terminal; reading does not. */
  readonly decides?: boolean
}

export async function connect({ data, role, decides }: ConnectOptions): Promise<Connected> {
  const folder = dataFolder(data)
  const local = await readConnection(folder)
  const given = process.env[role === 'operator' ? 'COUNTERSIGN_OPERATOR_TOKEN' : 'COUNTERSIGN_AGENT_TOKEN']
  if (decides && !given) requireTerminal('answers are given')
  const url = process.env.COUNTERSIGN_URL ?? local?.url
  if (!url) throw noServer(folder, role)
  const token = given ?? (role === 'agent' ? local?.tokens.agent : await readCredential({ url, data: folder }))
  if (!token) throw await noToken({ url, folder, role })
  const kept = keepToken({ url, token })
  const client = createClient({ url, token: kept.current })
  return {
    client,
    url,
    token: kept.current,
    projectId: process.env.COUNTERSIGN_PROJECT ?? local?.project_id ?? (await onlyProject(client)),
  }
}

const noServer = (folder: string, role: string): UsageError =>
  new UsageError(
    `no server is known in ${folder}\nStart one: ${ownName} serve --workspace DIR (or set COUNTERSIGN_URL and COUNTERSIGN_${role.toUpperCase()}_TOKEN)`,
  )

/** A server removes its credential when it stops, so without one the server itself is missing. */
async function noToken({ url, folder, role }: { url: string; folder: string; role: string }): Promise<UsageError> {
  await createClient({ url }).health()
  return new UsageError(
    `the key store has no sign-in for ${url} with the data folder ${folder}\nWas it started by another user, or in another session? Set COUNTERSIGN_${role.toUpperCase()}_TOKEN, or start it here: ${ownName} serve`,
  )
}

export const isAtTerminal = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true

export function requireTerminal(what: string): void {
  if (isAtTerminal()) return
  throw new UsageError(`${what} by a person: run this in a terminal, not in a pipe or script, or set COUNTERSIGN_OPERATOR_TOKEN`)
}

async function onlyProject(client: Client): Promise<string> {
  const { projects } = await client.listProjects({ query: {} })
  const [only, second] = projects
  if (!only || second) throw new UsageError('choose a project: set COUNTERSIGN_PROJECT to its id')
  return only.id
}
