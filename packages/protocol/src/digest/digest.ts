// What binds an answer to a call: SHA-256 over canonical JSON, in lower-case hex.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod'
import { canonicalJson } from './canonical-json.ts'

export const digestSchema = z.string().regex(/^[0-9a-f]{64}$/, 'not a SHA-256 in hex')
export type Digest = z.infer<typeof digestSchema>

/** The content of each file that a call changes, as the runner saw it; null where there was no file. */
export const baseDigestsSchema = z.record(z.string(), digestSchema.nullable())
export type BaseDigests = z.infer<typeof baseDigestsSchema>

export const digestOf = (content: string | Uint8Array): Digest =>
  bytesToHex(sha256(typeof content === 'string' ? utf8ToBytes(content) : content))

export interface DigestedCall {
  readonly tool_name: string
  readonly tool_params: unknown
  readonly network: boolean
}

/** `cwd` and `timeout` are parameters of the tools that have them, so the canonical parameters hold them already. */
export const callDigest = ({ tool_name, tool_params, network }: DigestedCall): Digest =>
  digestOf(canonicalJson({ tool_name, tool_params, network }))
