// Signs a device in: asks the server for access, hands out the short code, and waits until the person has answered on the page or in
// the terminal of the server.
import { type DeviceView, LIMITS, type SignedInView } from '@countersign/protocol'
import { type Client, createClient } from '../client.ts'
import { retryAfterMilliseconds } from '../routes/connection.ts'
import { pause } from '../stream/events.ts'
import type { Transport } from '../transport/transport.ts'

export interface SignInCode {
  /** Show this to the person: `WXYZ-1234`. The page and the terminal of the server show the same. */
  readonly userCode: string
  readonly expiresAt: string
}

export interface SignInOptions {
  readonly url: string
  /** As the person will read it: `VS Code on workstation`. */
  readonly name: string
  readonly kind?: DeviceView['kind']
  /** Names of the folders that are open here; only shown to the person. */
  readonly folders?: readonly string[]
  readonly onCode: (code: SignInCode) => void
  readonly signal?: AbortSignal
  readonly transport?: Transport
}

/** The two credentials and whose they are. Store both tokens: the server gives them out once. */
export type SignedIn = Omit<SignedInView, 'success' | 'status'>

/** Rejects with a RefusedRequest: APPROVAL_DENIED if the person refused, APPROVAL_TIMEOUT if nobody answered. */
export async function signIn({ url, name, kind, folders, onCode, signal, transport }: SignInOptions): Promise<SignedIn> {
  const client = createClient({ url, validation: 'full', ...(signal && { signal }), ...(transport && { transport }) })
  const body = { name, ...(kind && { kind }), ...(folders && { folders: [...folders] }) }
  const { device_code, user_code, expires_at, interval_seconds } = await client.askForAccess({ body })
  onCode({ userCode: user_code, expiresAt: expires_at })
  const tries = (LIMITS.deviceRequestSeconds + LIMITS.deviceCollectSeconds) / interval_seconds
  for (let left = tries; ; left--) {
    await pause(interval_seconds * 1000, signal)
    signal?.throwIfAborted()
    const signedIn = await collect(client, device_code, left > 1)
    if (signedIn) return signedIn
  }
}

/** Undefined while the person has not answered. A server that restarts meanwhile still knows the request. */
async function collect(client: Client, device_code: string, mayRetry: boolean): Promise<SignedIn | undefined> {
  try {
    const view = await client.collectAccess({ body: { device_code } })
    if (view.status === 'waiting') return undefined
    const { success, status, ...signedIn } = view
    return signedIn
  } catch (error) {
    if (mayRetry && retryAfterMilliseconds(error) !== undefined) return undefined
    throw error
  }
}
