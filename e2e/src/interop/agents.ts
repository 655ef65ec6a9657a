// The agents from npm that are tried.
import { codex } from './agents/codex.ts'
import { opencode } from './agents/opencode.ts'
import type { RealAgent } from './agents/real-agent.ts'

export const AGENTS: readonly RealAgent[] = [opencode, codex]

/** All of them where none is named. */
export function chooseAgents(names: readonly string[]): readonly RealAgent[] {
  const unknown = names.filter((name) => !AGENTS.some((agent) => agent.name === name))
  if (unknown.length > 0) throw new Error(`No agent ${unknown.join(', ')}; there are ${AGENTS.map(({ name }) => name).join(', ')}`)
  return AGENTS.filter(({ name }) => names.length === 0 || names.includes(name))
}
