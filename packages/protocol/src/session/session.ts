// A project is one workspace of one user; a session is one agent's conversation in it.
import * as z from 'zod'
import { timeSchema } from '../execution/state.ts'
import { projectId, sessionId } from '../ids/ids.ts'

/**
 * How the calls of a project are judged. `strict`: the closed list of commands, every shell line is asked. `ask`: everyday commands, reading
 * runs at once, changes are asked. `rehearse`: as `ask`, and what changes only the workspace runs in a layer of its own until it is reviewed.
 */
export const MODES = ['strict', 'ask', 'rehearse'] as const
export const modeSchema = z.enum(MODES)
export type Mode = z.infer<typeof modeSchema>

export const projectSchema = z.strictObject({
  id: projectId,
  user_id: z.string(),
  name: z.string(),
  workspace_id: z.string(),
  created_at: timeSchema,
})
export type Project = z.infer<typeof projectSchema>

/** The client of an MCP connection, from its first message. */
export const mcpClientSchema = z.strictObject({
  name: z.string(),
  /** It can show a question to its user. */
  elicitation: z.boolean(),
})
export type McpClient = z.infer<typeof mcpClientSchema>

export const sessionSchema = z.strictObject({
  id: sessionId,
  project_id: projectId,
  user_id: z.string(),
  agent: z.string(),
  title: z.string(),
  /** The name of the model that was chosen for it; null for the default. */
  model: z.string().nullable(),
  /** Null if the agent does not use MCP. */
  mcp_client: mcpClientSchema.nullable(),
  created_at: timeSchema,
  last_call_at: timeSchema,
  ended_at: timeSchema.nullable(),
})
export type Session = z.infer<typeof sessionSchema>
