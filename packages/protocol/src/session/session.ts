// A project is one workspace of one user; a session is one agent's conversation in it.
import * as z from 'zod'
import { timeSchema } from '../execution/state.ts'
import { projectId, sessionId } from '../ids/ids.ts'
import { modeSchema } from './mode.ts'

/** A command that the operator added to the project's list, as its first words: `terraform plan`, `./scripts/check.sh`. */
export const listedCommandSchema = z.strictObject({ command: z.string(), added_by: z.string(), added_at: timeSchema })
export type ListedCommand = z.infer<typeof listedCommandSchema>

export const projectSchema = z.strictObject({
  id: projectId,
  user_id: z.string(),
  name: z.string(),
  workspace_id: z.string(),
  /** As the operator set it; the policy file may lower it in effect. */
  mode: modeSchema,
  /** The toolchains on the project's list of commands; null until a runner first said which it found. */
  toolchains: z.array(z.string()).nullable(),
  /** What the operator added to the list. */
  commands: z.array(listedCommandSchema),
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
