// A follower of a project, and what it receives.
import { type EventDraft, type LogRow, readRow, type SessionId, type TransientEvent } from '@countersign/protocol'

/** What must not be in the log but the runner needs at once: the raw parameters and the clearance. */
export interface LiveDetail {
  readonly tool_params: Record<string, unknown>
  readonly clearance?: string
  readonly session_id?: SessionId
}

export interface FeedItem {
  readonly row: LogRow
  /** The row as it was emitted, if that was in this process; a row from the store is parsed. */
  readonly event?: EventDraft | undefined
  readonly live?: LiveDetail | undefined
}

export const eventOf = ({ event, row }: FeedItem): EventDraft => event ?? readRow(row)

export interface Follower {
  /** Called in order of `seq`. Every follower gets the same item object, so a rendering can be shared. */
  readonly onItem: (item: FeedItem) => void | Promise<void>
  readonly onTransient?: (item: TransientEvent) => void
  /** Rows read from the store wait while there is no room. If omitted, there is always room. */
  readonly hasRoom?: () => boolean
  readonly untilRoom?: () => Promise<void>
}
