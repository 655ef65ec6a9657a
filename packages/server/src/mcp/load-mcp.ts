// Creates the MCP layer when it is first needed, and closes it only if it was created.
import { loadOnce } from '@countersign/protocol'
import type { Mcp, McpParts } from './mcp.ts'

export interface LazyMcp {
  load(): Promise<Mcp>
  close(): Promise<void>
}

export function createLazyMcp(parts: McpParts): LazyMcp {
  let loaded: Mcp | undefined
  const load = loadOnce(async () => {
    const { createMcp } = await import('./mcp.ts')
    loaded = createMcp(parts)
    return loaded
  })
  return { load, close: async () => loaded?.close() }
}
