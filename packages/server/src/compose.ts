// Creates the parts of a server, connects them and starts it. No other file creates them.
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAgentRuntime, type Model, offlineAgent } from '@countersign/agent'
import { assistantFor, createEngine, type Engine, type PolicySource, type Ports } from '@countersign/core'
import type { Policy } from '@countersign/policy'
import type { DeviceId } from '@countersign/protocol'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { createAccess } from './access/access.ts'
import { createApp } from './app.ts'
import type { AuthOptions } from './auth/auth-options.ts'
import { createVerifier } from './auth/authority.ts'
import { createFailureCounts } from './auth/failure-counts.ts'
import { startHeadSigning } from './background/head-signing.ts'
import { type Prunable, startPruning } from './background/pruning.ts'
import { startRemoval } from './background/removal.ts'
import type { Repeated } from './background/repeat.ts'
import { startSweeper } from './background/sweeper.ts'
import type { AppContext } from './context.ts'
import { createAuthenticator, createPerimeter, inUrl, isLoopbackName } from './http/gate.ts'
import type { Keys } from './keys/index.ts'
import { type LocalAccess, openLocalMode } from './local-mode.ts'
import { createLazyMcp } from './mcp/load-mcp.ts'
import { createMetrics } from './metrics/metrics.ts'
import { openPorts } from './ports.ts'
import { parseServerSettings, type ServerSettings, type ServerSettingsInput } from './server-settings.ts'
import { StartRefused } from './start-refused.ts'
import { createPlainRunners } from './stream/plain-runners.ts'
import { createStreams } from './stream/streams.ts'
import { listTools } from './tools/list-tools.ts'
import { createBacklog, createExpiries, createIntake, createRates, createWaits } from './traffic/traffic-limits.ts'
import { createSockets } from './ws/sockets.ts'

export interface ServerOptions {
  readonly dataDir: string
  readonly host?: string
  readonly port?: number
  readonly settings?: ServerSettingsInput
  /** The rules of the policy file. Without them, risk alone decides. */
  readonly policy?: Policy | PolicySource
  /** If omitted, the server runs in local mode: loopback only, with tokens that it issues itself. */
  readonly auth?: AuthOptions
  /** The workspace of a local server. The same id always means the same project. */
  readonly workspaceId?: string
  readonly name?: string
  readonly allowedHosts?: readonly string[]
  readonly allowedOrigins?: readonly string[]
  readonly logger?: Logger
  /** The level of the log on stderr if no logger is given. Default: `info`. */
  readonly logLevel?: string
  readonly faults?: Ports['faults']
  readonly checkEvent?: Ports['checkEvent']
  /** The models that a session can choose from, the default first. Without any, the offline agent answers. */
  readonly models?: readonly Model[]
  /** The folder of the built page. If omitted, the server serves no page. */
  readonly pageFolder?: string
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly local?: LocalAccess
  close(): Promise<void>
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataDir, host = '127.0.0.1', port = 0, auth, faults } = options
  if (!auth && !isLoopbackName(host))
    throw new StartRefused(`Refusing to listen on ${host} without configured auth: a server without auth may only listen on loopback.`)
  const settings = parseServerSettings(options.settings ?? {})
  const logger = options.logger ?? pino({ level: options.logLevel ?? 'info' }, pino.destination(2))
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const onDefect = (error: unknown, where: string) => logger.error({ err: error, where }, 'defect')
  const { ports, bodies, keys, heads, kept, checkStore } = await openPorts({ dataDir, faults, checkEvent: options.checkEvent, onDefect })
  try {
    const engine = createEngine(ports, settings, options.policy)
    const { workspaceId, name } = options
    const localRequest = { folder: join(dataDir, 'keys'), secret: keys.tokenSecret, workspaceId, name }
    const { access, exchangeCode, renewToken, deviceAccess } = auth ? {} : await openLocalMode(engine, localRequest)
    const parts = createParts(engine, settings, { options, keys, host })
    const signingIn = { exchangeCode, renewToken, deviceAccess, loginCode: access?.loginCode }
    return await listen(
      { ...parts, ...signingIn, engine, bodies, heads, checkStore, settings, logger, pageFolder: options.pageFolder },
      { host, port, local: access, kept, store: ports.store },
    )
  } catch (error) {
    await ports.store[Symbol.asyncDispose]()
    throw error
  }
}

interface PartsRequest {
  readonly options: ServerOptions
  readonly keys: Keys
  readonly host: string
}

function createParts(engine: Engine, settings: ServerSettings, { options, keys, host }: PartsRequest) {
  const { clock } = engine
  const failedSignIns = createFailureCounts(settings.failed_sign_ins_per_minute, clock)
  const verify = createVerifier(options.auth ?? { secret: keys.tokenSecret }, clock)
  const plainRunners = createPlainRunners(engine, settings)
  const backlog = createBacklog()
  const expiries = createExpiries(clock)
  const streams = createStreams({ engine, settings, plainRunners, backlog, expiries })
  const sockets = createSockets(settings)
  const metrics = createMetrics(engine, () => streams.count() + sockets.count())
  const access = createAccess(engine)
  const hasAccess = (device: DeviceId) => engine.read(async (tx) => (await tx.devices.get(device))?.status === 'signed_in')
  const rates = createRates(settings, clock)
  return {
    clock,
    backlog,
    expiries,
    perimeter: createPerimeter({ host, ...definedOnly(options) }),
    authenticator: createAuthenticator({ verify, failures: failedSignIns, clock, hasAccess }),
    failedSignIns,
    agent: createAgent(engine, options.models ?? []),
    rates,
    intake: createIntake(clock),
    access,
    waits: createWaits(expiries),
    plainRunners,
    streams,
    sockets,
    mcp: createLazyMcp({ engine, access, rates, settings }),
    metrics,
  }
}

function createAgent(engine: Engine, [first = offlineAgent, ...others]: readonly Model[]) {
  return createAgentRuntime({
    engine,
    models: [first, ...others],
    toolsOf: async ({ id, user_id }) =>
      listTools(engine, assistantFor({ user_id, project_id: id }), await engine.read((tx) => tx.runners.get(id))),
  })
}

const definedOnly = ({ allowedHosts, allowedOrigins }: ServerOptions) => ({
  ...(allowedHosts && { allowedHosts }),
  ...(allowedOrigins && { allowedOrigins }),
})

interface Listening {
  readonly host: string
  readonly port: number
  readonly local: LocalAccess | undefined
  readonly kept: readonly Prunable[]
  /** Closed after everything else. */
  readonly store: AsyncDisposable
}

async function listen(parts: Omit<AppContext, 'isReady'>, { host, port, local, kept, store }: Listening): Promise<RunningServer> {
  let ready = false
  const context: AppContext = { ...parts, isReady: () => ready }
  const app = createApp(context)
  // The port is set before listening, so that a client waiting for a restart is not refused because of its Host header.
  if (port !== 0) context.perimeter.open(port)
  await app.listen({ host, port })
  const { port: actual } = app.server.address() as AddressInfo
  context.perimeter.open(actual)
  const { engine, heads, settings } = context
  const repeated = [
    startSweeper(engine),
    startHeadSigning(engine, heads),
    startPruning(engine, kept, settings.retention_days),
    startRemoval(engine),
  ]
  await context.agent.start()
  ready = true
  let closing: Promise<void> | undefined
  const close = () => {
    ready = false
    closing ??= shutDown(context, app, repeated).then(() => store[Symbol.asyncDispose]())
    return closing
  }
  return { url: `http://${inUrl(host)}:${actual}`, port: actual, ...(local && { local }), close, [Symbol.asyncDispose]: close }
}

/** Ends streams, sockets and waits first, so that every request in progress still gets its reply. */
async function shutDown(
  { streams, sockets, mcp, plainRunners, waits, expiries, agent }: AppContext,
  app: FastifyInstance,
  repeated: readonly Repeated[],
): Promise<void> {
  plainRunners.stop()
  expiries.stop()
  streams.close()
  waits.stop()
  await sockets.close()
  await mcp.close()
  await app.close()
  await agent.stop()
  for (const { stop } of repeated) await stop()
}
