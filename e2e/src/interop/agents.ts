// The agents from npm that are tested.
import { claudeCode } from './agents/claude-code.ts'
import { codex } from './agents/codex.ts'
import { gemini } from './agents/gemini.ts'
import { opencode } from './agents/opencode.ts'
import { qwenCode } from './agents/qwen-code.ts'
import type { RealAgent } from './agents/real-agent.ts'

export const AGENTS: readonly RealAgent[] = [opencode, codex, claudeCode, gemini, qwenCode]

/** All of them if none is named. */
export function chooseAgents(names: readonly string[]): readonly RealAgent[] {
  const unknown = names.filter((name) => !AGENTS.some((agent) => agent.name === name))
  if (unknown.length > 0) throw new Error(`No agent ${unknown.join(', ')}; there are ${AGENTS.map(({ name }) => name).join(', ')}`)
  return AGENTS.filter(({ name }) => names.length === 0 || names.includes(name))
}
