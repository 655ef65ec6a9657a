// Judges a call by the rules in force. The shell grammar is loaded for the first call that needs it.
import { giveVerdict, type Verdict } from '@countersign/core'
import { createShellGrammar } from '@countersign/shell-grammar'
import { findTool, type Guard, readsShell } from '@countersign/tools'

export type Judge = (tool: string, params: Record<string, unknown>) => Promise<Verdict>

export function createJudge(guard: Guard): Judge {
  const grammar = createShellGrammar()
  return async (name, params) => {
    const tool = findTool(name)
    return giveVerdict(name, params, tool && readsShell(tool) ? { ...guard, parseShell: await grammar.load() } : guard)
  }
}
