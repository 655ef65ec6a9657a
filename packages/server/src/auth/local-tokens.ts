// The tokens of the one local user. Tokens of persons and runners are short-lived, are renewed while in use, and are not stored
// by the server. The agent's token is stored in the data folder (0600), so that agents can still sign in after a restart.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, type ProjectId, type Role } from '@countersign/protocol'
import { createToken } from './authority.ts'
import { readClaims } from './claims.ts'
import { verifyHs256 } from './hs256.ts'

export const LOCAL_USER = 'local'

const HOUR = 3600
const DAY = 24 * HOUR

/** Lifetime of the tokens of persons, pages and runners: long enough for a night without a renewal. */
const TOKEN_SECONDS = 12 * HOUR
const RENEWABLE_SECONDS = 30 * DAY
/** Lifetime of an agent's token. It can only request calls, and is stored in the settings of agents that are not used every day. */
const AGENT_SECONDS = 30 * DAY
const AGENT_RENEWABLE_SECONDS = 365 * DAY
const AGENT_RENEW_BEFORE_SECONDS = AGENT_SECONDS / 2

export interface LocalTokenRequest {
  readonly secret: Uint8Array
  readonly project: ProjectId
  readonly now: number
}

export const createLocalToken = (role: Role, { secret, project, now }: LocalTokenRequest): string =>
  createToken({ ...claimsOf(role, project), seconds: TOKEN_SECONDS, renewableSeconds: RENEWABLE_SECONDS }, secret, now)

/** The stored token while at least half of its lifetime is left; otherwise a new one. */
export async function openAgentToken(folder: string, request: LocalTokenRequest): Promise<string> {
  const path = join(folder, `agent-token-${request.project}`)
  const kept = await readIfThere(path)
  if (kept !== undefined && isGood(kept, request)) return kept
  const { secret, project, now } = request
  const times = { seconds: AGENT_SECONDS, renewableSeconds: AGENT_RENEWABLE_SECONDS }
  const token = createToken({ ...claimsOf('agent', project), ...times }, secret, now)
  await writeFile(`${path}.new`, token, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return token
}

/** Operator and admin tokens are valid in all projects of the user; agent and runner tokens belong to one project. */
function claimsOf(role: Role, project: ProjectId) {
  const place = role === 'agent' || role === 'runner' ? { project } : {}
  return { sub: LOCAL_USER, roles: [role], ...place, ...(role === 'agent' && { agent: 'agent' }) }
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
