// What the handlers share: the engine and the parts of this server, created once in compose.ts.
import type { AgentRuntime } from '@countersign/agent'
import type { Clock, Engine } from '@countersign/core'
import type { DeviceId } from '@countersign/protocol'
import type { Logger } from 'pino'
import type { Access } from './access/access.ts'
import type { Heads } from './audit/index.ts'
import type { DeviceAccess } from './auth/device-access.ts'
import type { FailureCounts } from './auth/failure-counts.ts'
import type { RenewToken } from './auth/renew-token.ts'
import type { FileBodies } from './bodies/index.ts'
import type { Authenticator, Perimeter } from './http/gate.ts'
import type { LazyMcp } from './mcp/load-mcp.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ServerSettings } from './server-settings.ts'
import type { PlainRunners } from './stream/plain-runners.ts'
import type { Streams } from './stream/streams.ts'
import type { Backlog, Expiries, Intake, Rates, Waits } from './traffic/traffic-limits.ts'
import type { Sockets } from './ws/sockets.ts'

/** Exchanges a one-time code from the page for a token. Only local servers have this. */
export type ExchangeCode = (code: string) => { readonly token: string; readonly project_id: string } | undefined

export interface AppContext {
  readonly engine: Engine
  readonly agent: AgentRuntime
  readonly bodies: Pick<FileBodies, 'putStream' | 'openRead'>
  readonly clock: Clock
  readonly settings: ServerSettings
  readonly logger: Logger
  readonly perimeter: Perimeter
  readonly authenticator: Authenticator
  readonly failedSignIns: FailureCounts
  readonly backlog: Backlog
  readonly expiries: Expiries
  readonly rates: Rates
  readonly intake: Intake
  readonly exchangeCode: ExchangeCode | undefined
  readonly heads: Heads
  readonly access: Access
  readonly waits: Waits
  readonly plainRunners: PlainRunners
  readonly streams: Streams
  readonly sockets: Sockets
  readonly mcp: LazyMcp
  readonly metrics: Metrics
  /** The folder of the built page; undefined if none is served. */
  readonly pageFolder: string | undefined
  /** Creates a code for the link that opens the page. Only local servers have this. */
  readonly loginCode: ((device?: DeviceId) => string) | undefined
  /** Only local servers renew tokens; an external issuer renews its own. */
  readonly renewToken: RenewToken | undefined
  /** Only local servers give access to devices. */
  readonly deviceAccess: DeviceAccess | undefined
  readonly isReady: () => boolean
  /** Returns the reason why the store cannot write now, if there is one. */
  readonly checkStore: () => Promise<Error | undefined>
}
