// JSON of middle size is deflated: results are mostly text. Small values gain nothing, large ones would hold up the thread.
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const MIN_CHARACTERS = 400
const MAX_CHARACTERS = 16 * 1024
const SETTINGS = { level: 3, windowBits: 12 }

export function packJson(text: string): Uint8Array | string {
  if (text.length < MIN_CHARACTERS || text.length > MAX_CHARACTERS) return text
  const packed = deflateRawSync(text, SETTINGS)
  return packed.length < text.length * 0.8 ? packed : text
}

export const unpackJson = (packed: Uint8Array | string): string =>
  typeof packed === 'string' ? packed : inflateRawSync(packed, { windowBits: SETTINGS.windowBits }).toString('utf8')
