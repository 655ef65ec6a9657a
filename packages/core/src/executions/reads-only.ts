// Which calls may run beside each other: those that only look, so that none can change what another one sees.
import { findTool, onlyReads } from '@countersign/tools'

export function readsOnly(toolName: string): boolean {
  const tool = findTool(toolName)
  return tool !== undefined && onlyReads(tool)
}
