// The MCP layer, made when it is first needed, and ended only if it was.
import type { Mcp, McpParts } from './mcp.ts'

export interface LazyMcp {
  load(): Promise<Mcp>
  close(): Promise<void>
}

export function createLazyMcp(parts: McpParts): LazyMcp {
  let loaded: Promise<Mcp> | undefined
  return {
    load: () => {
      loaded ??= import('./mcp.ts').then(({ createMcp }) => createMcp(parts))
      return loaded
    },
    close: async () => (await loaded)?.close(),
  }
}
