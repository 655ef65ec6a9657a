// Which calls may run beside each other: those that only look, so that none can change what another one sees.
import { findTool, type Power } from '@countersign/tools'

const LOOKING: readonly Power[] = ['workspace:read', 'git:read']

export function readsOnly(toolName: string): boolean {
  const uses = findTool(toolName)?.uses ?? []
  return uses.length > 0 && uses.every((power) => LOOKING.includes(power))
}
