// A grant: an answer that covers further calls, or refuses them; what it is about, for whom, until when.
import * as z from 'zod'
import { digestSchema } from '../digest/digest.ts'
import { timeSchema } from '../execution/state.ts'
import { approvalId, grantId, projectId, sessionId } from '../ids/ids.ts'
import { sentenceSchema } from '../sentence/sentence.ts'

/** A script of the workspace that a command runs by its name. */
export const scriptRefSchema = z.strictObject({
  kind: z.enum(['package', 'make']),
  name: z.string(),
  /** The folder in which the command runs, relative to the workspace. */
  folder: z.string(),
})
export type ScriptRef = z.infer<typeof scriptRefSchema>

/** With the digest of the text that the operator saw; null if there was no such script. */
export const boundScriptSchema = scriptRefSchema.extend({ digest: digestSchema.nullable() })
export type BoundScript = z.infer<typeof boundScriptSchema>

/** The name of a script among the base digests of a call. No path contains a colon. */
export const scriptKey = ({ kind, name, folder }: ScriptRef): string => `script:${kind}:${folder}:${name}`

/** The script that a key names; undefined if it is the name of a file. */
export function scriptOfKey(key: string): ScriptRef | undefined {
  const [, kind, folder = '', name = ''] = /^script:(package|make):([^:]*):(.*)$/s.exec(key) ?? []
  return kind === 'package' || kind === 'make' ? { kind, folder, name } : undefined
}

/** How long a grant for the project lasts, in days; it can also last until it is revoked. */
export const GRANT_DAYS = [1, 7, 30] as const
export const grantDaysSchema = z.literal(GRANT_DAYS)
export type GrantDays = z.infer<typeof grantDaysSchema>

/**
 * `class` is the key of a call class, such as `command:npm test`; null covers every call of the session. With scope `exact` it is the digest
 * of the one call that the grant covers, once. Scope `project` outlives the session in which it was given.
 */
export const grantSchema = z.strictObject({
  id: grantId,
  project_id: projectId,
  session_id: sessionId,
  user_id: z.string(),
  /** The agent that asked, by the name in its token. */
  agent: z.string(),
  /** Holds for every agent of the project, not only for `agent`. */
  every_agent: z.boolean(),
  approval_id: approvalId,
  scope: z.enum(['class', 'session', 'exact', 'project']),
  /** Refuses the calls instead of clearing them. */
  never: z.boolean(),
  class: z.string().nullable(),
  /** Clears the calls only while this script has the text that was shown. */
  script: boundScriptSchema.nullable(),
  covers: z.string(),
  covers_form: sentenceSchema.nullish(),
  cover_high: z.boolean(),
  created_at: timeSchema,
  /** Null: until it is revoked. */
  expires_at: timeSchema.nullable(),
  revoked_at: timeSchema.nullable(),
  /** How many calls it has cleared or refused. */
  matched: z.int().min(0),
  last_used_at: timeSchema.nullable(),
})
export type Grant = z.infer<typeof grantSchema>
