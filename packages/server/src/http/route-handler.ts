// The handler of one route. Its input and output are typed by the schemas of the protocol's route.
import type { Principal } from '@countersign/core'
import type { RateName, ROUTES, Route, RouteName } from '@countersign/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    /** When its token expires. Anything that outlives the request ends at that time. */
    signedInUntil: number
  }
  interface FastifyContextConfig {
    name?: RouteName
    route?: Route
    rate?: RateName
  }
}

type Routes = typeof ROUTES
type Read<N extends RouteName, Part extends string> = Routes[N] extends { readonly [P in Part]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : unknown
type Reply<N extends RouteName> = Routes[N] extends { readonly response: infer Schema extends z.ZodType } ? z.input<Schema> : unknown

export interface Request<N extends RouteName> extends Omit<FastifyRequest, 'params' | 'query' | 'body' | 'principal'> {
  readonly params: Read<N, 'params'>
  readonly query: Read<N, 'query'>
  readonly body: Read<N, 'body'>
  readonly principal: Routes[N]['roles'] extends readonly [] ? null : Principal
}

export type Handler<N extends RouteName> = (request: Request<N>, reply: FastifyReply) => Promise<Reply<N>>
export type Handlers = { readonly [N in RouteName]: Handler<N> }
