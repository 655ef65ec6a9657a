// A device (an editor, a runner, a command line) that asks for access, and the access that it was given. The person compares the
// short code that both sides show.
import * as z from 'zod'
import { digestSchema } from '../digest/digest.ts'
import { timeSchema } from '../execution/state.ts'
import { deviceId, projectId } from '../ids/ids.ts'
import { hasOddCharacters } from '../visible/make-visible.ts'

export const deviceKindSchema = z.enum(['editor', 'runner', 'command_line'])

/** `waiting` for the person, `allowed` until it collects its credentials, then `signed_in` until somebody ends it. */
export const deviceStatusSchema = z.enum(['waiting', 'allowed', 'refused', 'expired', 'signed_in', 'ended'])
export type DeviceStatus = z.infer<typeof deviceStatusSchema>

/** The device chose these words, and a person decides by them: nothing in them may hide or reorder text. */
const shownText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !hasOddCharacters(text), 'control and invisible characters are refused')

export const deviceNameSchema = shownText(80)
export const deviceFoldersSchema = z.array(shownText(255)).max(20)

export const deviceSchema = z.strictObject({
  id: deviceId,
  user_id: z.string(),
  /** The project whose log records the request. The access covers every project of the user. */
  project_id: projectId,
  name: deviceNameSchema,
  kind: deviceKindSchema,
  /** Names of the folders that the device has open, as it says. */
  folders: deviceFoldersSchema,
  /** The network address that the request came from. */
  address: z.string(),
  user_code: z.string(),
  /** The digest of the secret that only the device knows. */
  code_digest: digestSchema,
  status: deviceStatusSchema,
  created_at: timeSchema,
  /** While it waits: the end of the time to answer. Once allowed: the end of the time to collect. */
  expires_at: timeSchema,
  answered_at: timeSchema.nullable(),
  answered_by: z.string().nullable(),
  signed_in_at: timeSchema.nullable(),
  ended_at: timeSchema.nullable(),
})
export type Device = z.infer<typeof deviceSchema>

/** Consonants without look-alikes among themselves, so that no code is a word; digits stand only in the second half. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const USER_CODE = new RegExp(`^([${USER_CODE_LETTERS}]{4})([0-9]{4})$`)

/** `wxyz 1234` and `WXYZ1234` are `WXYZ-1234`; undefined if it is no code. */
export function parseUserCode(text: string): string | undefined {
  const [, letters, digits] = USER_CODE.exec(text.toUpperCase().replace(/[\s-]/g, '')) ?? []
  return letters && digits ? `${letters}-${digits}` : undefined
}

/** `random(n)` gives a whole number from 0 to n - 1. */
export function createUserCode(random: (below: number) => number): string {
  const letters = Array.from({ length: 4 }, () => USER_CODE_LETTERS[random(USER_CODE_LETTERS.length)]).join('')
  return `${letters}-${String(random(10_000)).padStart(4, '0')}`
}
