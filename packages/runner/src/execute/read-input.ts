// The tool and its parameters, as the tool's own schema reads them.
import { Failure } from '@countersign/protocol'
import { type AnyTool, findTool } from '@countersign/tools'
import type { Params } from './resolve-bodies.ts'

export type RunnableTool = AnyTool & Required<Pick<AnyTool, 'run'>>

/** A question is none of the runner's tools: the server puts it to the operator. */
export function requireTool(name: string): RunnableTool {
  const tool = findTool(name)
  if (!tool?.run) throw new Failure('TOOL_NOT_FOUND', { subject: name })
  return tool as RunnableTool
}

export function readInput(tool: AnyTool, params: Params): unknown {
  const parsed = tool.input.safeParse(params)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Failure('INVALID_ARGUMENTS', { subject: `${issue?.path.join('.') || 'parameters'}: ${issue?.message}` })
}
