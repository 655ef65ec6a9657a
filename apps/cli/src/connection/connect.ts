// A client for one role: from the environment, or from what the local server left in its data folder.
// Whoever may answer must be a person at a terminal, or hold the operator's token: an agent with a shell has neither.
import { type Client, createClient } from '@countersign/client'
import { ownName } from '../terminal/own-name.ts'
import { UsageError } from '../terminal/report-error.ts'
import { dataFolder, readConnection } from './data-folder.ts'

export interface Connected {
  readonly client: Client
  readonly projectId: string
  readonly url: string
  readonly token: string
}

export interface ConnectOptions {
  readonly data?: string | undefined
  readonly role: 'operator' | 'agent'
  /** Answering needs a terminal; looking does not. */
  readonly decides?: boolean
}

export async function connect({ data, role, decides }: ConnectOptions): Promise<Connected> {
  const folder = dataFolder(data)
  const local = await readConnection(folder)
  const given = process.env[role === 'operator' ? 'COUNTERSIGN_OPERATOR_TOKEN' : 'COUNTERSIGN_AGENT_TOKEN']
  if (decides && !given) requireTerminal('answers are given')
  const url = process.env.COUNTERSIGN_URL ?? local?.url
  const token = given ?? local?.tokens[role]
  if (!url || !token)
    throw new UsageError(
      `no server is known in ${folder}\nStart one: ${ownName} serve --workspace DIR (or set COUNTERSIGN_URL and COUNTERSIGN_${role.toUpperCase()}_TOKEN)`,
    )
  const client = createClient({ url, token })
  return { client, url, token, projectId: process.env.COUNTERSIGN_PROJECT ?? local?.project_id ?? (await onlyProject(client)) }
}

export function requireTerminal(what: string): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return
  throw new UsageError(`${what} by a person: run this in a terminal, not in a pipe or script, or set COUNTERSIGN_OPERATOR_TOKEN`)
}

async function onlyProject(client: Client): Promise<string> {
  const { projects } = await client.listProjects({ query: {} })
  const [only, second] = projects
  if (!only || second) throw new UsageError('choose a project: set COUNTERSIGN_PROJECT to its id')
  return only.id
}
