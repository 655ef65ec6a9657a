// The first checks of a request, before its body is read: host, origin, token, role and rate, in this order.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Clock } from '@countersign/core'
import { type DeviceId, Failure, LIMITS, type RateName, type Role, type Route, sentence } from '@countersign/protocol'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { VerifyToken } from '../auth/authority.ts'
import { type SignedIn, unauthorized } from '../auth/claims.ts'
import type { FailureCounts } from '../auth/failure-counts.ts'
import { offeredToken } from '../auth/subprotocols.ts'
import type { Intake, Rates } from '../traffic/traffic-limits.ts'
import { readAsJson } from './request-body.ts'

export interface Perimeter {
  /** Called once the port is known. */
  open(port: number): void
  refusalOf(headers: { readonly host?: string | undefined; readonly origin?: string | undefined }): Failure | undefined
}

interface PerimeterOptions {
  readonly host: string
  /** Host names by which clients reach the server through a proxy, such as `countersign.example.com`. */
  readonly allowedHosts?: readonly string[]
  readonly allowedOrigins?: readonly string[]
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '::1']

export const isLoopbackName = (host: string): boolean => LOOPBACK_NAMES.includes(host)

/**
 * Knows which host names this server answers to. A page of another site can send requests to loopback, but its Origin reveals it,
 * and after DNS rebinding its Host does. Both are compared exactly.
 */
export function createPerimeter({ host, allowedHosts = [], allowedOrigins = [] }: PerimeterOptions): Perimeter {
  const hosts = new Set<string>()
  const origins = new Set<string>(allowedOrigins)
  return {
    open: (port) => {
      const own = [...LOOPBACK_NAMES, host].map((name) => `${inUrl(name)}:${port}`)
      for (const name of [...own, ...allowedHosts]) hosts.add(name.toLowerCase())
      for (const name of own) origins.add(`http://${name}`)
      for (const name of allowedHosts) origins.add(`https://${name}`)
    },
    refusalOf: ({ host: given, origin }) => {
      if (given === undefined || !hosts.has(given.toLowerCase()))
        return new Failure('FORBIDDEN', { subject: sentence('subject.other-host') }, { http: 421 })
      if (origin !== undefined && !origins.has(origin)) return new Failure('FORBIDDEN', { subject: sentence('subject.other-site') })
      return undefined
    },
  }
}

export const inUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

interface GateParts {
  readonly perimeter: Perimeter
  readonly authenticator: Authenticator
  readonly rates: Rates
  readonly intake: Intake
}

interface Entering {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly route: Route
  readonly rate: RateName
}

export function createGate({ perimeter, authenticator, rates, intake }: GateParts) {
  /** Limits the number of requests and bytes: if a token has used up either, its request is not read. */
  const count = ({ request, reply, route, rate }: Entering, who: string): void => {
    rates.take(rate, who)
    intake.admit({ who, bytes: announcedBytes(request.raw, route), isStreamed: route.takes === 'octets' }, reply.raw)
  }

  const admit = (entering: Entering, { principal, expiresAt }: SignedIn): void => {
    const { request, route } = entering
    if (!principal.roles.some((role: Role) => route.roles.includes(role))) throw new Failure('FORBIDDEN')
    count(entering, principal.token_id)
    if (route.plain) readAsJson(request.headers)
    request.principal = principal
    request.signedInUntil = expiresAt
  }

  const enter = (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    const refusal = perimeter.refusalOf(request.headers)
    if (refusal) throw refusal
    const { route, rate = 'open' } = request.routeOptions.config
    if (!route) return rates.take(rate, request.ip)
    const entering = { request, reply, route, rate }
    if (route.roles.length === 0) return count(entering, request.ip)
    const authorization = request.headers.authorization ?? (route.sends === 'socket' ? offeredToken(request.headers) : undefined)
    const signedIn = authenticator.authenticate(authorization, request.ip)
    if (signedIn instanceof Promise) return signedIn.then((value) => admit(entering, value))
    admit(entering, signedIn)
  }

  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    stampReply(request, reply)
    try {
      const entered = enter(request, reply)
      if (entered) entered.then(() => done(), done)
      else done()
    } catch (error) {
      done(error as Error)
    }
  }
}

/** Zero if there is no body; the maximum of the route if the length is not announced. */
function announcedBytes({ headers }: IncomingMessage, { maxBytes = LIMITS.maxMessageBytes }: Route): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes
  return Math.min(Number(headers['content-length'] ?? 0), maxBytes)
}

/** On every reply: it is not a page and must not be framed, sniffed, cached or used by another site. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

export function stampReply(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS)
  reply.header('x-request-id', request.id)
}

const MAX_KNOWN_TOKENS = 10_000
const BEARER = 'Bearer '

export const bearerToken = (authorization: string | undefined): string =>
  authorization?.startsWith(BEARER) ? authorization.slice(BEARER.length) : ''

export interface Authenticator {
  /** Synchronous for a cached token, because a promise would delay every request by a tick. */
  authenticate(authorization: string | undefined, address: string): SignedIn | Promise<SignedIn>
}

interface AuthenticatorParts {
  readonly verify: VerifyToken
  readonly failures: FailureCounts
  readonly clock: Clock
  /** Whether a device still has access. Read each time: the person may end it at any moment. */
  readonly hasAccess: (device: DeviceId) => Promise<boolean>
}

/** Turns the Authorization header of a request into its principal. A verified token is cached until it expires. */
export function createAuthenticator({ verify, failures, clock, hasAccess }: AuthenticatorParts): Authenticator {
  const known = new Map<string, SignedIn>()

  const remember = (authorization: string, signedIn: SignedIn): SignedIn => {
    const [oldest] = known.size >= MAX_KNOWN_TOKENS ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    known.set(authorization, signedIn)
    return signedIn
  }

  const refuse = (error: unknown, address: string): never => {
    if (error instanceof Failure) failures.count(address)
    throw error
  }

  const verified = (authorization: string, address: string): SignedIn | Promise<SignedIn> => {
    try {
      const signedIn = verify(bearerToken(authorization))
      if (!(signedIn instanceof Promise)) return remember(authorization, signedIn)
      return signedIn.then((value) => remember(authorization, value)).catch((error: unknown) => refuse(error, address))
    } catch (error) {
      return refuse(error, address)
    }
  }

  const checkDevice = async (signedIn: SignedIn, device: DeviceId): Promise<SignedIn> => {
    if (await hasAccess(device)) return signedIn
    throw new Failure('UNAUTHORIZED', { subject: sentence('subject.device-ended') })
  }

  const checked = (signedIn: SignedIn): SignedIn | Promise<SignedIn> => {
    const { device_id } = signedIn.principal
    return device_id ? checkDevice(signedIn, device_id) : signedIn
  }

  const firstSeen = (authorization: string, address: string): SignedIn | Promise<SignedIn> => {
    known.delete(authorization)
    const signedIn = verified(authorization, address)
    return signedIn instanceof Promise ? signedIn.then(checked) : checked(signedIn)
  }

  return {
    authenticate: (authorization, address) => {
      if (!authorization) throw unauthorized(sentence('subject.token-needed'))
      const signedIn = known.get(authorization)
      if (!signedIn || signedIn.expiresAt <= clock.now()) return firstSeen(authorization, address)
      const { device_id } = signedIn.principal
      return device_id ? checkDevice(signedIn, device_id) : signedIn
    },
  }
}
