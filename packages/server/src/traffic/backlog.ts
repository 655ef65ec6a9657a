// Bytes that wait for their readers, over all connections of this server. Each connection has a limit of its own; together they
// have this one, beyond which whoever holds most is dropped: it catches up when it comes back.
import { LIMITS } from '@countersign/protocol'

/** A connection with something to send. */
export interface Sender {
  unsentBytes(): number
  drop(): void
}

export interface Backlog {
  /** Something was sent: what is left unsent counts. */
  note(sender: Sender): void
  forget(sender: Sender): void
  bytes(): number
}

export function createBacklog(maxBytes: number = LIMITS.maxBacklogBytes): Backlog {
  const held = new Map<Sender, number>()
  let total = 0

  const set = (sender: Sender, bytes: number): void => {
    total += bytes - (held.get(sender) ?? 0)
    if (bytes === 0) held.delete(sender)
    else held.set(sender, bytes)
  }
  /** Readers read on without a word, so that the sum is counted anew before anybody is dropped. */
  const relieve = (): void => {
    for (const sender of [...held.keys()]) set(sender, sender.unsentBytes())
    const largestFirst = [...held].sort(([, a], [, b]) => b - a)
    for (const [sender] of largestFirst) {
      if (total <= maxBytes) return
      set(sender, 0)
      sender.drop()
    }
  }

  return {
    note: (sender) => {
      set(sender, sender.unsentBytes())
      if (total > maxBytes) relieve()
    },
    forget: (sender) => set(sender, 0),
    bytes: () => total,
  }
}
