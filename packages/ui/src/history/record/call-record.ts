// Everything that the server knows about one call.
import type { ReplyOf } from '@countersign/client'

export type CallRecord = ReplyOf<'getRecord'>
