// Tells a client that the tools are others than it was told before, once a runner came with others.
import type { Core } from '@countersign/core'
import type { ProjectId, ToolView } from '@countersign/protocol'
import type { Server } from '@modelcontextprotocol/server'

export async function watchTools(core: Core, project: ProjectId, server: Server, tools: () => Promise<readonly ToolView[]>): Promise<void> {
  const namesNow = async () => (await tools()).map(({ name }) => name).join(' ')
  let known = await namesNow()
  const { seq } = await core.store.read((tx) => tx.events.head(project))
  const unfollow = core.feed.follow(project, seq, {
    onItem: async ({ row }) => {
      if (row.type !== 'runner.online') return
      const names = await namesNow()
      if (names === known) return
      known = names
      await server.sendToolListChanged()
    },
  })
  server.onclose = unfollow
}
