// The mode and the list of commands of the project that was served last, for verdicts without a call. Without a server: those of a new one.
import { createClient, ServerUnreachable } from '@countersign/client'
import type { Mode } from '@countersign/protocol'
import { dataFolder } from '@countersign/runner/local-server'
import { readConnection } from '../connection/data-folder.ts'

export interface ProjectFacts {
  readonly mode: Mode
  readonly toolchains?: readonly string[]
  readonly addedCommands?: readonly string[]
}

const OF_A_NEW_ONE: ProjectFacts = { mode: 'ask' }

export async function projectFacts(data: string | undefined): Promise<ProjectFacts> {
  const connection = await readConnection(dataFolder(data))
  if (!connection) return OF_A_NEW_ONE
  const client = createClient({ url: connection.url, token: connection.tokens.agent })
  const params = { p: connection.project_id }
  try {
    const [{ project }, list] = await Promise.all([client.getProject({ params }), client.listCommands({ params })])
    return {
      mode: project.mode,
      toolchains: list.toolchains.filter(({ listed }) => listed).map(({ name }) => name),
      addedCommands: list.commands.map(({ command }) => command),
    }
  } catch (error) {
    if (error instanceof ServerUnreachable) return OF_A_NEW_ONE
    throw error
  }
}
