// Everything that the server tells of one call.
import type { ReplyOf } from '@countersign/client'

export type CallRecord = ReplyOf<'getRecord'>
