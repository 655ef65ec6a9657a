// The contents that previews showed, so that an approved change can be joined with what the person typed since. In memory only: after a
// restart a file that moved is FILE_CHANGED, as a file that no editor has open is.
import { MEGABYTE } from '@countersign/protocol'

const MAX_BYTES = 64 * MEGABYTE
const MAX_FILE_BYTES = 8 * MEGABYTE

export interface ShownBases {
  remember(digest: string, bytes: Uint8Array): void
  get(digest: string): Uint8Array | undefined
}

/** The oldest go first. */
export function createShownBases(): ShownBases {
  const shown = new Map<string, Uint8Array>()
  let size = 0
  const forget = (digest: string): void => {
    size -= shown.get(digest)?.length ?? 0
    shown.delete(digest)
  }
  return {
    remember(digest, bytes) {
      forget(digest)
      if (bytes.length > MAX_FILE_BYTES) return
      shown.set(digest, bytes)
      size += bytes.length
      for (const oldest of shown.keys()) {
        if (size <= MAX_BYTES) break
        forget(oldest)
      }
    },
    get: (digest) => shown.get(digest),
  }
}
