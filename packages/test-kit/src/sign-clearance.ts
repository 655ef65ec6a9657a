// Clearances as a server signs them, with any claims, header and key, including those that a runner must refuse.
import { type KeyObject, sign } from 'node:crypto'
import { CLEARANCE_TYPE } from '@countersign/protocol'

/** A part of a JSON web token. */
export const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export function signClearance(claims: object, key: KeyObject, header: object = { alg: 'EdDSA', typ: CLEARANCE_TYPE }): string {
  const text = `${encodePart(header)}.${encodePart(claims)}`
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}
