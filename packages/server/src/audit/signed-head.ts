// A signed head fixes the last row of a project's log outside the database: {project_id, seq, hash, time} as a JWS.
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { digestSchema, projectId, timeSchema } from '@countersign/protocol'
import * as z from 'zod'
import { HEAD_TYPE, verifyJws } from '../keys/index.ts'

export const headSchema = z.strictObject({
  project_id: projectId,
  seq: z.int().min(0),
  hash: digestSchema,
  time: timeSchema,
  /** The operator removed the project, so its rows are gone on purpose. */
  removed: z.literal(true).optional(),
})
export type SignedHead = z.infer<typeof headSchema>

export const headKey = (publicKey: JsonWebKey): KeyObject => createPublicKey({ key: publicKey, format: 'jwk' })

/** The head, or undefined if it was not signed with this key. */
export function parseHead(jws: string, key: KeyObject): SignedHead | undefined {
  const { data } = headSchema.safeParse(verifyJws(jws, key, HEAD_TYPE))
  return data
}

const lineSchema = z.object({ head: z.string() })

/** The JWS in one line of a heads file or of an export; undefined if the line has none. */
export function headOfLine(line: string): string | undefined {
  if (!line.startsWith('{')) return line
  return lineSchema.safeParse(parseJson(line)).data?.head
}

/** The project named by the line. This is not signed, so use it only to group lines. */
export const projectOfLine = (line: string): string => String((parseJson(line) as { project_id?: unknown } | undefined)?.project_id ?? line)

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
