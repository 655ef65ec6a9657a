// What `countersign runner` can be told, with a server or without.
import type { ApproveMode } from '@countersign/protocol'

export interface RunnerOptions {
  readonly workspace: string
  readonly server?: string
  readonly tokenFile?: string
  readonly stdio?: boolean
  readonly approve: ApproveMode
  readonly approvalSeconds?: number
  readonly data?: string
  readonly rules?: string
  readonly untilStdinEnds?: boolean
  readonly logLevel: string
}
