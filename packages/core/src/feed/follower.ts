// Who follows a project, and what it is given.
import type { LogRow, TransientEvent } from '@countersign/protocol'

/** What the log must not hold but the runner needs at once: the raw parameters and the clearance. */
export interface LiveDetail {
  readonly tool_params: Record<string, unknown>
  readonly clearance?: string
}

export interface FeedItem {
  readonly row: LogRow
  readonly live?: LiveDetail | undefined
}

export interface Follower {
  /** Called in order of `seq`; the same item object reaches every follower, so a rendering can be shared. */
  readonly onItem: (item: FeedItem) => void | Promise<void>
  readonly onTransient?: (item: TransientEvent) => void
  /** Rows that are read from the store wait while there is no room; left out, there always is. */
  readonly hasRoom?: () => boolean
  readonly untilRoom?: () => Promise<void>
}
