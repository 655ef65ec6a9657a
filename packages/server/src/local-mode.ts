// A server for one person on one machine: one user, one project per workspace, and tokens that it issues itself.
import type { Engine } from '@countersign/core'
import type { ProjectId, Role } from '@countersign/protocol'
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
  loginCode(): string
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
}

export async function openLocalMode(
  engine: Pick<Engine, 'createProject' | 'clock'>,
  { folder, secret, workspaceId, name }: LocalRequest,
): Promise<LocalMode> {
  const workspace_id = workspaceId ?? DEFAULT_WORKSPACE
  const project = await engine.createProject({ user_id: LOCAL_USER, name: name ?? workspace_id, workspace_id })
  const { clock } = engine
  const codes = createLoginCodes(clock)
  const request = () => ({ secret, project: project.id, now: clock.now() })
  const token = (role: Role) => createLocalToken(role, request())
  return {
    access: {
      userId: LOCAL_USER,
      projectId: project.id,
      token,
      agentToken: () => openAgentToken(folder, request()),
      loginCode: codes.make,
    },
    exchangeCode: (code) => (codes.use(code) ? { token: token('operator'), project_id: project.id } : undefined),
    renewToken: (given) => renewToken(given, secret, clock.now()),
  }
}
