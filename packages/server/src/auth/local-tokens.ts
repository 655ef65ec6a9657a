// The tokens of the one local user. Tokens of persons and runners are short-lived, are renewed while in use, and are not stored
// by the server. The agent's token is stored in the data folder (0600), so that agents can still sign in after a restart.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DeviceId, Failure, type ProjectId, type Role } from '@countersign/protocol'
import { createToken } from './authority.ts'
import { readClaims } from './claims.ts'
import { verifyHs256 } from './hs256.ts'

export const LOCAL_USER = 'local'

const HOUR = 3600
const DAY = 24 * HOUR

/** How long a token is valid, and until when its successors are. */
export const LIFETIMES = {
  /** Of persons, pages and runners: long enough for a night without a renewal. */
  usual: { seconds: 12 * HOUR, renewableSeconds: 30 * DAY },
  /** Of an agent. It can only request calls, and is stored in the settings of agents that are not used every day. */
  agent: { seconds: 30 * DAY, renewableSeconds: 365 * DAY },
  /** Long enough for a holiday: the device keeps it in the key store of its system, and the person can end it at any time. */
  device: { seconds: 14 * DAY, renewableSeconds: 365 * DAY },
}
const AGENT_RENEW_BEFORE_SECONDS = LIFETIMES.agent.seconds / 2

export interface LocalTokenRequest {
  readonly secret: Uint8Array
  readonly project: ProjectId
  readonly now: number
  readonly device?: DeviceId | undefined
}

export const createLocalToken = (role: Role, { secret, project, now, device }: LocalTokenRequest): string =>
  createToken({ ...claimsOf(role, project), ...(device && { device }), ...LIFETIMES.usual }, secret, now)

/** The stored token while at least half of its lifetime is left; otherwise a new one. */
export async function openAgentToken(folder: string, request: LocalTokenRequest): Promise<string> {
  const path = join(folder, `agent-token-${request.project}`)
  const stored = await readIfThere(path)
  if (stored !== undefined && isGood(stored, request)) return stored
  const { secret, project, now } = request
  const token = createToken({ ...claimsOf('agent', project), ...LIFETIMES.agent }, secret, now)
  await writeFile(`${path}.new`, token, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return token
}

/** Operator and admin tokens are valid in all projects of the user; agent and runner tokens belong to one project. */
function claimsOf(role: Role, project: ProjectId) {
  const limit = role === 'agent' || role === 'runner' ? { project } : {}
  return { sub: LOCAL_USER, roles: [role], ...limit, ...(role === 'agent' && { agent: 'agent' }) }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** False if the token was signed with another secret or expires soon. */
function isGood(token: string, { secret, now }: LocalTokenRequest): boolean {
  try {
    readClaims(verifyHs256(token, secret), now + AGENT_RENEW_BEFORE_SECONDS * 1000)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
