// Composes the runner of a server: its resources, and the link. It can be composed inside another program: it reads no environment
// and hooks neither signals nor the end of the process; who composes it hands in what it needs and stops it.
import { platform, release } from 'node:os'
import { type BackoffOptions, createClient, ServerUnreachable, type Transport } from '@countersign/client'
import { findToolchains } from '@countersign/policy'
import {
  type Failure,
  type Hello,
  type Isolation,
  LIMITS,
  noFaults,
  PROTOCOL_VERSION,
  projectId,
  type RunnerId,
} from '@countersign/protocol'
import { type AnyTool, CATALOGUE, readsWithoutPrograms, usesPort } from '@countersign/tools'
import { pinKey } from './clearance/pinned-key.ts'
import { findWorkspaceToolchains } from './disk/workspace-toolchains.ts'
import type { Machine } from './execute/call-ports.ts'
import { createServerClock, createSteadyClock, monotonic } from './link/clocks.ts'
import { createLink, type Link, type LinkPorts } from './link/link.ts'
import type { Phase } from './link/presence.ts'
import { openRunnerResources, type ResourceOptions, type RunnerResources } from './machine/runner-resources.ts'
import { watchWorkspace } from './watch/watch-workspace.ts'

export interface RunnerOptions extends ResourceOptions {
  readonly serverUrl: string
  /** Asked for each request: whoever composes the runner renews the token. */
  readonly token: () => string
  /** Left out, requests go by `fetch`. */
  readonly transport?: Transport | undefined
  readonly projectId: string
  /** Stops the runner as `stop` does. */
  readonly signal?: AbortSignal | undefined
  readonly retry?: BackoffOptions
}

export interface RunningRunner extends AsyncDisposable {
  readonly runnerId: RunnerId
  /** Its real path. */
  readonly workspace: string
  readonly isolation: Isolation
  /** To be called when what the runner offers has changed, such as the trust in its folder: it says hello again. */
  announce(): void
  /** The first hello was answered. */
  readonly online: Promise<void>
  /** Ends with the runner; rejects where the server or its key was refused for good. */
  readonly stopped: Promise<void>
  phase(): Phase
  stop(): Promise<void>
}

const REPORT_MILLISECONDS = 10_000

const DEFAULT_RETRY: BackoffOptions = { firstMilliseconds: 100, maxMilliseconds: 2_000 }

export async function startRunner(options: RunnerOptions): Promise<RunningRunner> {
  await using opening = new AsyncDisposableStack()
  const { clock: wall = Date.now, logger } = options
  const steady = createSteadyClock({ wall, monotonic })
  const serverClock = createServerClock({ wall, steady: monotonic, logger })
  const resources = await openRunnerResources(opening, { ...options, clock: serverClock.now }, [options.token()])
  const online = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const onRefused = (error: Failure) => {
    logger.error({ code: error.code, error: error.message }, 'the runner stops: trying again cannot help')
    void stop(error)
  }
  const link = openLink(opening, { options, resources, clocks: { wall, clock: steady, serverClock }, onHello: online.resolve, onRefused })
  const open = opening.move()

  let stopping: Promise<void> | undefined
  const stop = (error?: Error): Promise<void> => {
    stopping ??= link
      .stop()
      .then(() => open.disposeAsync())
      .then(() => (error ? ended.reject(error) : ended.resolve()), ended.reject)
    return stopping
  }
  // Who waits for `stopped` or `online` sees the error; who does not must not be ended by it.
  ended.promise.catch(online.reject)
  online.promise.catch(() => undefined)
  if (options.signal?.aborted) void stop()
  options.signal?.addEventListener('abort', () => void stop(), { once: true })
  link.start()
  const shutDown = () => stop()
  return {
    runnerId: resources.folder.runnerId,
    workspace: resources.workspace,
    isolation: resources.machine.isolation,
    announce: link.announce,
    online: online.promise,
    stopped: ended.promise,
    phase: link.phase,
    stop: shutDown,
    [Symbol.asyncDispose]: shutDown,
  }
}

/** What only an editor answers is offered by a runner that has one; in a folder that is not trusted, what reads and starts no program. */
function offerOf(machine: Machine): Pick<Hello, 'tools' | 'read_only'> {
  const read_only = machine.isReadOnly()
  const isOffered = (tool: AnyTool) =>
    tool.run && (machine.editor || !usesPort(tool, 'editor')) && (!read_only || readsWithoutPrograms(tool))
  return { tools: CATALOGUE.filter(isOffered).map(({ name }) => name), ...(read_only && { read_only }) }
}

interface LinkParts {
  readonly options: RunnerOptions
  readonly resources: RunnerResources
  readonly clocks: Pick<LinkPorts, 'wall' | 'clock' | 'serverClock'>
  readonly onHello: () => void
  readonly onRefused: (error: Failure) => void
}

function openLink(opening: AsyncDisposableStack, { options, resources, clocks, onHello, onRefused }: LinkParts): Link {
  const { serverUrl, token, transport, logger, retry = DEFAULT_RETRY, faults = noFaults } = options
  const project = projectId.parse(options.projectId)
  const { folder, workspace, ...parts } = resources
  const client = createClient({ url: serverUrl, token, ...(transport && { transport }) })
  const introduction = {
    runner_id: folder.runnerId,
    protocol_version: PROTOCOL_VERSION,
    isolation: parts.machine.isolation,
    platform: `${platform()} ${release()}`.slice(0, 100),
    workspace,
    workspace_names: parts.machine.roots.slice(1),
  }
  const watch = opening.use(
    watchWorkspace({
      root: workspace,
      maxFolders: LIMITS.maxWatchedFolders,
      logger,
      clock: clocks.clock,
      report: (paths) => reportChanges(paths),
    }),
  )
  let announced: string[] = []
  const findToolchainsNow = () => {
    announced = findWorkspaceToolchains(workspace)
    return announced
  }
  const hasNewToolchain = (paths: readonly string[]) =>
    findToolchains(paths).some((found) => !announced.includes(found)) && findWorkspaceToolchains(workspace).join() !== announced.join()
  const reportChanges = async (paths: readonly string[]): Promise<unknown> => {
    if (link.phase() === 'standby') return undefined
    if (link.phase() !== 'holding') throw new ServerUnreachable('the link is down')
    // The operator may be offered a toolchain as soon as its files are there.
    if (hasNewToolchain(paths)) link.announce()
    return client.filesChanged({ params: { p: project }, body: { paths: [...paths] }, signal: AbortSignal.timeout(REPORT_MILLISECONDS) })
  }
  const link = createLink({
    ...parts,
    client,
    projectId: project,
    introduction,
    offer: () => ({ ...offerOf(parts.machine), toolchains: findToolchainsNow() }),
    unsentOutputPath: folder.unsentOutputPath,
    logger,
    faults,
    ...clocks,
    retry,
    pin: (announced) => pinKey(folder.pinsPath, project, announced),
    onHello() {
      watch.start()
      onHello()
    },
    onChanged: watch.changed,
    onRefused,
  })
  return link
}
