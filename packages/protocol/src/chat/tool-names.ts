// Most models allow no dot in the name of a tool: `git.diff` is offered as `git_diff`, and what comes back is the catalogue's name.
import type { ToolView } from '../rest/views.ts'

export interface ToolNames {
  /** Also for a tool that is no longer offered, which the history may name. */
  offered(name: string): string
  /** Undefined if there is no such tool. */
  real(offered: string): string | undefined
}

export function createToolNames(tools: readonly Pick<ToolView, 'name'>[]): ToolNames {
  const byReal = new Map<string, string>()
  const byOffered = new Map<string, string>()
  for (const { name } of tools) {
    let offered = plainName(name)
    while (byOffered.has(offered)) offered += '_'
    byReal.set(name, offered)
    byOffered.set(offered, name)
  }
  return {
    offered: (name) => byReal.get(name) ?? plainName(name),
    // A model may have read the catalogue's name somewhere and use that.
    real: (offered) => byOffered.get(offered) ?? (byReal.has(offered) ? offered : undefined),
  }
}

const plainName = (name: string): string => name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed'
