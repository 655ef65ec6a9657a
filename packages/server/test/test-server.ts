// A real server with its own port and data folder, and tokens for any user.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertRegistered, type ProjectId, ROUTES, type Role, type RouteName } from '@countersign/protocol'
import { pino } from 'pino'
import { type Answer, type Sent, send } from '../../test-kit/src/clients/http.ts'
import { createToken, type TokenRequest } from '../src/auth/authority.ts'
import { type RunningServer, type ServerOptions, startServer } from '../src/compose.ts'

export const SECRET = 'a secret of thirty-two bytes or more, for tests'

export const tokenOf = (roles: readonly Role[], more: Partial<TokenRequest> = {}): string =>
  createToken({ sub: 'alice', roles, seconds: 3600, ...more }, SECRET)

export interface RouteCall extends Omit<Sent, 'path' | 'method'> {
  readonly params?: Record<string, string>
  readonly query?: string
}

export interface TestServer extends AsyncDisposable {
  readonly port: number
  readonly running: RunningServer
  readonly dataDir: string
  send(sent: Sent): Promise<Answer>
  call(route: RouteName, call?: RouteCall): Promise<Answer>
}

/** Most tests are about how calls live, not about how commands are judged: their projects are strict. */
const RAISED = { calls_per_second: 100_000, call_burst: 100_000, default_mode: 'strict', failed_sign_ins_per_minute: 100_000 }

/** Uses a shared secret, so that a test can act as any user; `auth: undefined` starts a local server. */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'countersign-server-')))
  const logger = pino({ level: 'silent' })
  const running = await startServer({
    dataDir,
    auth: { secret: SECRET },
    logger,
    checkEvent: assertRegistered,
    ...options,
    settings: { ...RAISED, ...options.settings },
  } as ServerOptions)
  const call = (name: RouteName, { params = {}, query = '', ...rest }: RouteCall = {}) => {
    const path = ROUTES[name].path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? `:${key}`)
    return send(running.port, { ...rest, method: ROUTES[name].method, path: path + query })
  }
  return {
    port: running.port,
    running,
    dataDir,
    send: (sent) => send(running.port, sent),
    call,
    [Symbol.asyncDispose]: async () => {
      await running.close()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function makeProject(server: TestServer, sub = 'alice'): Promise<ProjectId> {
  const reply = await server.call('createProject', { token: tokenOf(['operator'], { sub }), body: { name: 'a project' } })
  return reply.json.project.id
}
