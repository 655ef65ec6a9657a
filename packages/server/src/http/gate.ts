// The first thing that a request meets: host, origin, token, role, rate. In this order, before its body is read.

import { Failure, type Role, type Route } from '@countersign/protocol'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { SignedIn } from '../auth/claims.ts'
import type { AppContext } from '../context.ts'
import { offeredToken } from '../ws/subprotocols.ts'
import { stampReply } from './security-headers.ts'

type GateContext = Pick<AppContext, 'perimeter' | 'authenticator' | 'callLimit'>

export function createGate({ perimeter, authenticator, callLimit }: GateContext) {
  const admit = (request: FastifyRequest, route: Route, { principal, expiresAt }: SignedIn): void => {
    if (!principal.roles.some((role: Role) => route.roles.includes(role))) throw new Failure('FORBIDDEN')
    if (route.limited) callLimit.take(principal.token_id)
    request.principal = principal
    request.signedInUntil = expiresAt
  }

  const enter = (request: FastifyRequest): void | Promise<void> => {
    const refusal = perimeter.refusalOf(request.headers)
    if (refusal) throw refusal
    const { route } = request.routeOptions.config
    if (!route || route.roles.length === 0) return
    const authorization = request.headers.authorization ?? (route.sends === 'socket' ? offeredToken(request.headers) : undefined)
    const signedIn = authenticator.authenticate(authorization, request.ip)
    if (signedIn instanceof Promise) return signedIn.then((value) => admit(request, route, value))
    admit(request, route, signedIn)
  }

  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    stampReply(request, reply)
    try {
      const entered = enter(request)
      if (entered) entered.then(() => done(), done)
      else done()
    } catch (error) {
      done(error as Error)
    }
  }
}
