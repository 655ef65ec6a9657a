// Options of `countersign runner`, with or without a server.
import type { ApproveMode } from '@countersign/protocol'

export interface RunnerOptions {
  readonly workspace: string
  readonly server?: string
  readonly tokenFile?: string
  readonly stdio?: boolean
  readonly approve: ApproveMode
  readonly mode?: 'strict' | 'ask'
  readonly approvalSeconds?: number
  readonly data?: string
  readonly rules?: string
  readonly untilStdinEnds?: boolean
  readonly logLevel: string
}
