// The ways in: a one-time code in the address, or a token that a person pastes. A code leaves the address at once, so that it
// is in no history and no bookmark.
import { type Client, createClient, RefusedRequest, type Transport } from '@countersign/client'
import { type Access, keepAccess, readAccess } from './access.ts'

/** Where the server is and how it is reached; a webview brings a transport of its own. */
export interface Server {
  readonly url: string
  readonly transport?: Transport
}

export type SignedOutReason = 'no-link' | 'bad-link' | 'expired' | 'wrong-token' | 'unreachable'
export type SignIn = { readonly access: Access } | { readonly reason: SignedOutReason }

export const connectTo = (server: Server, token?: string | (() => string)): Client =>
  createClient({ ...server, ...(token !== undefined && { token }) })

export async function signIn(server: Server): Promise<SignIn> {
  const code = takeCode()
  if (code !== undefined) return exchange(server, code)
  const kept = readAccess()
  return kept ? { access: kept } : { reason: 'no-link' }
}

export async function signInWithToken(server: Server, token: string): Promise<SignIn> {
  try {
    await connectTo(server, token).listProjects({ query: { limit: 1 } })
    return keep({ token, projectId: undefined })
  } catch (error) {
    return { reason: error instanceof RefusedRequest ? 'wrong-token' : 'unreachable' }
  }
}

async function exchange(server: Server, code: string): Promise<SignIn> {
  try {
    const { token, project_id } = await connectTo(server).exchange({ body: { code } })
    return keep({ token, projectId: project_id })
  } catch (error) {
    const kept = readAccess()
    if (kept) return { access: kept }
    return { reason: error instanceof RefusedRequest ? 'bad-link' : 'unreachable' }
  }
}

function keep(access: Access): SignIn {
  keepAccess(access)
  return { access }
}

function takeCode(): string | undefined {
  const code = /^#code=([\w-]{1,200})$/.exec(location.hash)?.[1]
  if (code !== undefined) history.replaceState(null, '', `${location.pathname}${location.search}`)
  return code
}
