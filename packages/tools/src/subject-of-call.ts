// What the rules look at in a call: both the requested and the resolved name of each file, and every command.
import type { CallSubject, Facts } from '@countersign/policy'
import type { AnyTool } from './define-tool.ts'

/** `input` has passed the tool's own schema. */
export function subjectOfCall(tool: AnyTool, input: unknown, facts: Facts): CallSubject {
  const { paths, ...commands } = tool.concerns(input as never, facts)
  const resolved = paths.flatMap((path) => {
    const found = facts.resolve?.(path)
    return found && 'path' in found ? [found.path] : []
  })
  return { tool: tool.name, paths: [...new Set([...paths, ...resolved])], ...commands }
}
