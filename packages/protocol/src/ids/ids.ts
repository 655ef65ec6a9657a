// Ids are UUIDv7 (they sort by time) and branded, so that an approval's id cannot stand where an execution's is meant.
import * as z from 'zod'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const idSchema = <Noun extends string>(noun: Noun) => z.string().regex(UUID, `not a ${noun} id`).brand<Noun>()

export const projectId = idSchema('project')
export const sessionId = idSchema('session')
export const executionId = idSchema('execution')
export const attemptId = idSchema('attempt')
export const approvalId = idSchema('approval')
export const grantId = idSchema('grant')
export const runnerId = idSchema('runner')
export const messageId = idSchema('message')
export const turnId = idSchema('turn')
export const deviceId = idSchema('device')

export type ProjectId = z.infer<typeof projectId>
export type SessionId = z.infer<typeof sessionId>
export type ExecutionId = z.infer<typeof executionId>
export type AttemptId = z.infer<typeof attemptId>
export type ApprovalId = z.infer<typeof approvalId>
export type GrantId = z.infer<typeof grantId>
export type RunnerId = z.infer<typeof runnerId>
export type MessageId = z.infer<typeof messageId>
export type TurnId = z.infer<typeof turnId>
export type DeviceId = z.infer<typeof deviceId>

/** `random` gives at least ten random bytes; time and randomness come from outside so that tests can fix them. */
export function uuidv7<Id extends string>(milliseconds: number, random: Uint8Array): Id {
  const bytes = new Uint8Array(16)
  for (let i = 0, rest = milliseconds; i < 6; i++, rest = Math.floor(rest / 256)) bytes[5 - i] = rest % 256
  for (let i = 0; i < 10; i++) bytes[6 + i] = random[i] as number
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  let hex = ''
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Id
}
