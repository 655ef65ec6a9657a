// Requests and replies of the sign-in of a device.
import * as z from 'zod'
import { timeSchema } from '../execution/state.ts'
import { deviceId, projectId } from '../ids/ids.ts'
import { deviceFoldersSchema, deviceKindSchema, deviceNameSchema, deviceSchema, deviceStatusSchema, parseUserCode } from './device.ts'

const success = z.literal(true)

export const deviceBody = z.strictObject({
  /** As the person will read it: `VS Code on workstation`. */
  name: deviceNameSchema,
  kind: deviceKindSchema.default('editor'),
  /** Names of the folders that are open there; only shown to the person. */
  folders: deviceFoldersSchema.default([]),
})

export const deviceTokenBody = z.strictObject({ device_code: z.string().min(1).max(200) })

const userCode = z
  .string()
  .max(40)
  .transform((text, context) => {
    const code = parseUserCode(text)
    if (code !== undefined) return code
    context.issues.push({ code: 'custom', message: 'a code looks like WXYZ-1234', input: text })
    return z.NEVER
  })

export const deviceAnswerBody = z.strictObject({ user_code: userCode })

export const deviceQuery = { status: deviceStatusSchema.optional() }

export const deviceView = deviceSchema.omit({ code_digest: true })
export type DeviceView = z.infer<typeof deviceView>

const credential = z.object({ token: z.string(), expires_at: timeSchema })

const signedInView = z.object({
  success,
  status: z.literal('signed_in'),
  device_id: deviceId,
  user_id: z.string(),
  /** The project that the server was started for. */
  project_id: projectId,
  server: z.object({ version: z.string() }),
  /** May answer, in every project of the user. */
  operator: credential,
  /** May only call tools: for whatever acts on its own there. */
  agent: credential,
})
export type SignedInView = z.infer<typeof signedInView>

export const DEVICE_VIEWS = {
  /** `device_code` is secret; the person sees only `user_code`. */
  asked: z.object({
    success,
    device_id: deviceId,
    device_code: z.string(),
    user_code: z.string(),
    expires_at: timeSchema,
    interval_seconds: z.number(),
  }),
  /** With status 202 while the person has not answered. */
  token: z.discriminatedUnion('status', [z.object({ success, status: z.literal('waiting'), interval_seconds: z.number() }), signedInView]),
  device: z.object({ success, device: deviceView }),
  devices: z.object({ success, devices: z.array(deviceView), next_cursor: z.string().optional() }),
  runnerToken: credential.extend({ success, project_id: projectId }),
} as const
