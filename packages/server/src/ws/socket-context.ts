// What WebSocket connections need from the server.
import type { AgentRuntime } from '@countersign/agent'
import type { Clock, Engine } from '@countersign/core'
import type { Logger } from 'pino'
import type { Access } from '../access/access.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { PlainRunners } from '../stream/plain-runners.ts'
import type { Backlog, Expiries, Rates } from '../traffic/traffic-limits.ts'
import type { Sockets } from './sockets.ts'

export interface SocketContext {
  readonly engine: Engine
  readonly agent: AgentRuntime
  readonly access: Access
  readonly clock: Clock
  readonly rates: Rates
  readonly backlog: Backlog
  readonly expiries: Expiries
  readonly plainRunners: PlainRunners
  readonly sockets: Sockets
  readonly metrics: Metrics
  readonly logger: Logger
}
