// A server for one person on one machine: one user, one project per workspace, tokens of its own making.
import type { Clock, Core } from '@countersign/core'
import type { ProjectId } from '@countersign/protocol'
import { mintToken } from './auth/authority.ts'
import { LOCAL_USER, type LocalTokens, openLocalTokens } from './auth/local-tokens.ts'
import { createLoginCodes } from './auth/login-codes.ts'
import type { ExchangeCode } from './context.ts'
import { makeProject } from './projects/make-project.ts'

const PAGE_TOKEN_SECONDS = 30 * 24 * 3600
const DEFAULT_WORKSPACE = 'default'

export interface LocalAccess {
  readonly userId: string
  readonly projectId: ProjectId
  readonly tokens: LocalTokens
  /** For the link that opens the page: good for a minute, for one use. */
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
}

export async function openLocalMode(core: Core, request: LocalRequest): Promise<LocalMode> {
  const workspace_id = request.workspaceId ?? DEFAULT_WORKSPACE
  const project = await makeProject(core, { user_id: LOCAL_USER, name: request.name ?? workspace_id, workspace_id })
  const tokens = await openLocalTokens({ folder: request.folder, secret: request.secret, project: project.id })
  const { loginCode, exchangeCode } = createExchange(core.clock, request.secret, project.id)
  return { access: { userId: LOCAL_USER, projectId: project.id, tokens, loginCode }, exchangeCode }
}

function createExchange(clock: Clock, secret: Uint8Array, project: ProjectId) {
  const codes = createLoginCodes(clock)
  return {
    loginCode: codes.make,
    exchangeCode: (code: string) => {
      if (!codes.use(code)) return undefined
      const token = mintToken({ sub: LOCAL_USER, roles: ['operator'], seconds: PAGE_TOKEN_SECONDS }, secret, clock.now())
      return { token, project_id: project }
    },
  }
}
