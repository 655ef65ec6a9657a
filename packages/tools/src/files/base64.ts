// Base64 encoding of bytes without Node's Buffer, fast enough for a file of 100 MB.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0))
const PADDING = '='.charCodeAt(0)

export function encodeBase64(bytes: Uint8Array): string {
  const output = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const group = ((bytes[from] as number) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    output[to] = CODES[group >> 18] as number
    output[to + 1] = CODES[(group >> 12) & 63] as number
    output[to + 2] = from + 1 < bytes.length ? (CODES[(group >> 6) & 63] as number) : PADDING
    output[to + 3] = from + 2 < bytes.length ? (CODES[group & 63] as number) : PADDING
  }
  return new TextDecoder().decode(output)
}
