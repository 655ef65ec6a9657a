// Notifies a client that the list of tools has changed, after a runner with other tools has connected.
import type { Engine } from '@countersign/core'
import type { ProjectId, ToolView } from '@countersign/protocol'
import type { Server } from '@modelcontextprotocol/server'

export interface WatchedTools {
  readonly project: ProjectId
  /** Aborts when the connection ends. */
  readonly signal: AbortSignal
  tools(): Promise<readonly ToolView[]>
}

export async function watchTools(engine: Engine, server: Server, { project, signal, tools }: WatchedTools): Promise<void> {
  const namesNow = async () => (await tools()).map(({ name }) => name).join(' ')
  let known = await namesNow()
  const { seq } = await engine.read((tx) => tx.events.head(project))
  const unfollow = engine.follow(project, seq, {
    onItem: async ({ row }) => {
      if (row.type !== 'runner.online') return
      const names = await namesNow()
      if (names === known) return
      known = names
      await server.sendToolListChanged()
    },
  })
  signal.addEventListener('abort', unfollow, { once: true })
}
