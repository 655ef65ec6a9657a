// Ids made from the clock and random bytes. Random bytes are fetched in bulk because each fetch is a system call.
import { randomFillSync } from 'node:crypto'
import type { Clock, Ids } from '@countersign/core'
import { uuidv7 } from '@countersign/protocol'

const BYTES_PER_ID = 10
const IDS_PER_FETCH = 400

export function createIds(clock: Clock): Ids {
  const pool = Buffer.alloc(BYTES_PER_ID * IDS_PER_FETCH)
  let used = pool.length
  return {
    next: <Id extends string>() => {
      if (used === pool.length) {
        randomFillSync(pool)
        used = 0
      }
      used += BYTES_PER_ID
      return uuidv7<Id>(clock.now(), pool.subarray(used - BYTES_PER_ID, used))
    },
  }
}
