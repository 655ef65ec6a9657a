// The tokens of the one local user, kept in the data folder (0600): the same folder started again has the same tokens.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, type ProjectId } from '@countersign/protocol'
import * as z from 'zod'
import { mintToken } from './authority.ts'
import { readClaims } from './claims.ts'
import { verifyHs256 } from './hs256.ts'

export const LOCAL_USER = 'local'

const TOKEN_SECONDS = 365 * 24 * 3600
const RENEW_BEFORE_SECONDS = 30 * 24 * 3600

const localTokensSchema = z.strictObject({ operator: z.string(), agent: z.string(), runner: z.string(), admin: z.string() })
export type LocalTokens = z.infer<typeof localTokensSchema>

export interface LocalTokenRequest {
  readonly folder: string
  readonly secret: Uint8Array
  readonly project: ProjectId
}

export async function openLocalTokens({ folder, secret, project }: LocalTokenRequest): Promise<LocalTokens> {
  const path = join(folder, `tokens-${project}.json`)
  const stored = await readTokens(path)
  if (stored && Object.values(stored).every((token) => isGood(token, secret))) return stored
  const tokens = mintLocalTokens(secret, project)
  const fresh = `${path}.new`
  await writeFile(fresh, JSON.stringify(tokens), { mode: 0o600 })
  await rename(fresh, path)
  return tokens
}

function mintLocalTokens(secret: Uint8Array, project: ProjectId): LocalTokens {
  const mint = (roles: Parameters<typeof mintToken>[0]['roles'], more: object = {}) =>
    mintToken({ sub: LOCAL_USER, roles, seconds: TOKEN_SECONDS, ...more }, secret)
  return {
    operator: mint(['operator']),
    agent: mint(['agent'], { project, agent: 'agent' }),
    runner: mint(['runner'], { project }),
    admin: mint(['admin']),
  }
}

async function readTokens(path: string): Promise<LocalTokens | undefined> {
  try {
    return localTokensSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** False where it is of another secret or ends soon. */
function isGood(token: string, secret: Uint8Array): boolean {
  try {
    readClaims(verifyHs256(token, secret), Date.now() + RENEW_BEFORE_SECONDS * 1000)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
