// The first line of a runner on stdio: its protocol, tools and workspace. A parent that does not know it ignores it.
import * as z from 'zod'
import { approveModeSchema, isolationSchema } from '../execution/clearance.ts'

export const codelabHelloSchema = z.object({
  type: z.literal('hello'),
  protocol_version: z.string(),
  tools: z.array(z.string()),
  isolation: isolationSchema,
  approve: approveModeSchema,
  /** Its real path. */
  workspace: z.string(),
})
export type CodelabHello = z.infer<typeof codelabHelloSchema>
