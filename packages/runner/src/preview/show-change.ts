// What a call would change, made from the files as they are now. The digests of what was read bind the answer to it.
import { type BaseDigests, Failure, type Preview } from '@countersign/protocol'
import type { AnyTool } from '@countersign/tools'
import { applyRules, type RulesHere } from '../clearance/judge-again.ts'
import { createLocationRules } from '../clearance/location-rules.ts'
import { hostFor, type Machine } from '../execute/hosts.ts'

export interface ShowPorts extends RulesHere {
  readonly machine: Machine
}

export interface ChangeToShow {
  readonly tool: AnyTool
  readonly input: unknown
  readonly signal: AbortSignal
}

export interface ShownChange {
  readonly preview: Preview
  readonly base_digests: BaseDigests
  readonly resolved_paths: Record<string, string>
  readonly folders?: string[]
}

export async function showChange({ machine, rules, policy }: ShowPorts, { tool, input, signal }: ChangeToShow): Promise<ShownChange> {
  if (!tool.preview) throw new Failure('INVALID_ARGUMENTS', { subject: `${tool.name} has nothing to show` })
  // What a preview shows leaves this machine.
  applyRules({ rules, ...(policy && { policy }) }, { tool, input, facts: { isolation: machine.isolation, resolve: machine.resolve } })
  const places = createLocationRules({ tool: tool.name, rules: [...rules, ...(policy?.rules ?? [])] })
  const workspace = machine.workspace({ expected: {}, signal, places })
  const git = machine.git({ expected: {}, signal, places })
  // Showing runs nothing: the host has no processes.
  const powers = { risk: 'LOW', network: false, expected: {}, signal, places } as const
  const host = hostFor(tool, { ...machine, workspace: () => workspace, git: () => git }, powers)
  const preview = await tool.preview(input as never, host)
  const { base_digests, ...names } = workspace.seen()
  return { preview, base_digests: { ...base_digests, ...git.seen() }, ...names }
}
