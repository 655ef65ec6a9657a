// A server for one person on one machine: one user, one project per workspace, and tokens that it issues itself.
import type { Engine } from '@countersign/core'
import type { DeviceId, ProjectId, Role } from '@countersign/protocol'
import { createDeviceAccess, type DeviceAccess } from './auth/device-access.ts'
import { createLocalToken, LOCAL_USER, openAgentToken } from './auth/local-tokens.ts'
import { createLoginCodes } from './auth/login-codes.ts'
import { type RenewToken, renewToken } from './auth/renew-token.ts'
import type { ExchangeCode } from './context.ts'

const DEFAULT_WORKSPACE = 'default'

export interface LocalAccess {
  readonly userId: string
  readonly projectId: ProjectId
  /** A new token for the local user in this role, valid for 12 hours and renewable. */
  token(role: Role): string
  /** The agent's token, stored in the data folder. It stays the same after a restart and is valid for at least 15 more days. */
  agentToken(): Promise<string>
  /** A code for the link that opens the page, valid for one minute and one use. */
  loginCode(device?: DeviceId): string
}

export interface LocalRequest {
  readonly folder: string
  readonly secret: Uint8Array
  readonly workspaceId?: string | undefined
  readonly name?: string | undefined
}

export interface LocalMode {
  readonly access: LocalAccess
  readonly exchangeCode: ExchangeCode
  readonly renewToken: RenewToken
  readonly deviceAccess: DeviceAccess
}

export async function openLocalMode(
  engine: Pick<Engine, 'createProject' | 'requestDevice' | 'collectDevice' | 'clock'>,
  { folder, secret, workspaceId, name }: LocalRequest,
): Promise<LocalMode> {
  const workspace_id = workspaceId ?? DEFAULT_WORKSPACE
  const project = await engine.createProject({ user_id: LOCAL_USER, name: name ?? workspace_id, workspace_id })
  const { clock } = engine
  const codes = createLoginCodes(clock)
  const request = () => ({ secret, project: project.id, now: clock.now() })
  const token = (role: Role, device?: DeviceId) => createLocalToken(role, { ...request(), device })
  return {
    access: {
      userId: LOCAL_USER,
      projectId: project.id,
      token: (role) => token(role),
      agentToken: () => openAgentToken(folder, request()),
      loginCode: codes.make,
    },
    exchangeCode: (code) => {
      const used = codes.use(code)
      return used && { token: token('operator', used.device), project_id: project.id }
    },
    renewToken: (given) => renewToken(given, secret, clock.now()),
    deviceAccess: createDeviceAccess(engine, { secret, userId: LOCAL_USER, projectId: project.id }),
  }
}
