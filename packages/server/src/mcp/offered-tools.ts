// The tools as an MCP client sees them. Dots in names become underscores, because some models do not allow dots; hints say what a
// call may do.
import type { ToolView } from '@countersign/protocol'
import { type AnyTool, findTool, onlyReads, type Power, TOOL_NAMES } from '@countersign/tools'
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server'
import * as z from 'zod'

export const AWAIT_CALL = 'await_call'

export const awaitCallInput = z.strictObject({ tool_id: z.uuid().describe('The id that the waiting call gave') })

const AWAIT_CALL_TOOL: Tool = {
  name: AWAIT_CALL,
  title: 'Wait for a call',
  description: 'Go on waiting for a call that said it waits for the operator or is still running. It never starts anything.',
  inputSchema: withoutDialect(z.toJSONSchema(awaitCallInput, { io: 'input' })),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
}

const REACHING_OUT = new Set<Power>(['processes', 'shell', 'persistent:start'])
/** Tools that only add something. */
const ADDING = new Set(['create_directory', 'git.commit'])

export const offeredName = (name: string): string => name.replaceAll('.', '_')

export const offeredTools = (tools: readonly ToolView[]): Tool[] => [...tools.map(offered), AWAIT_CALL_TOOL]

/** The canonical name of a called tool. An unknown name is kept, so that the call is refused and recorded like any other. */
export const calledName = (name: string): string => TOOL_NAMES.find((known) => offeredName(known) === name) ?? name

function offered({ name, description, parameters }: ToolView): Tool {
  const tool = findTool(name)
  return {
    name: offeredName(name),
    description,
    inputSchema: parameters as Tool['inputSchema'],
    ...(tool && { annotations: hintsOf(tool) }),
  }
}

function hintsOf(tool: AnyTool): ToolAnnotations {
  const { name, uses, idempotent } = tool
  const readOnlyHint = uses.length === 0 || onlyReads(tool)
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && !ADDING.has(name),
    idempotentHint: idempotent,
    openWorldHint: uses.some((power) => REACHING_OUT.has(power)),
  }
}

function withoutDialect({ $schema, ...schema }: object & { $schema?: unknown }): Tool['inputSchema'] {
  return schema as Tool['inputSchema']
}
