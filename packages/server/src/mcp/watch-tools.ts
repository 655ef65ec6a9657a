// Tells a client that the tools are others than it was told before, once a runner came with others.
import type { Engine } from '@countersign/core'
import type { ProjectId, ToolView } from '@countersign/protocol'
import type { Server } from '@modelcontextprotocol/server'

export interface WatchedTools {
  readonly project: ProjectId
  /** The connection ended. */
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
