// The first checks of a request, before its body is read: host, origin, token, role and rate, in this order.

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Failure, LIMITS, type Role, type Route, rateOf } from '@countersign/protocol'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Authenticator } from '../auth/authenticator.ts'
import type { SignedIn } from '../auth/claims.ts'
import { offeredToken } from '../auth/subprotocols.ts'
import type { Intake, Rates } from '../traffic/rates.ts'
import { readAsJson } from './request-body.ts'
import { stampReply } from './security-headers.ts'

export interface Perimeter {
  /** Called once the port is known. */
  open(port: number): void
  refusalOf(headers: { readonly host?: string | undefined; readonly origin?: string | undefined }): Failure | undefined
}

export interface PerimeterOptions {
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
        return new Failure('FORBIDDEN', { subject: 'the Host header names another server' }, { http: 421 })
      if (origin !== undefined && !origins.has(origin))
        return new Failure('FORBIDDEN', { subject: 'requests from other sites are refused' })
      return undefined
    },
  }
}

export const inUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

export interface GateParts {
  readonly perimeter: Perimeter
  readonly authenticator: Authenticator
  readonly rates: Rates
  readonly intake: Intake
}

interface Entering {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly route: Route
}

export function createGate({ perimeter, authenticator, rates, intake }: GateParts) {
  /** Limits the number of requests and bytes: if a token has used up either, its request is not read. */
  const count = ({ request, reply, route }: Entering, who: string): void => {
    rates.take(rateOf(route), who)
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
    const { route } = request.routeOptions.config
    if (!route) return rates.take('open', request.ip)
    const entering = { request, reply, route }
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
