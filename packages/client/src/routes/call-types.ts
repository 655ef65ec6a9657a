// What each route takes and gives, derived from the one table of routes.
import type { ROUTES, RouteName } from '@countersign/protocol'
import type * as z from 'zod'

type RouteOf<Name extends RouteName> = (typeof ROUTES)[Name]

/** A coerced value has the input type `unknown`; in a query it is a number or a text. */
type QueryInput<Input> = { [Key in keyof Input]: unknown extends Input[Key] ? string | number | undefined : Input[Key] }

type Part<Key extends string, Input> = Record<never, never> extends Input ? { readonly [K in Key]?: Input } : { readonly [K in Key]: Input }

type ParamsOf<Route> = Route extends { params: infer S extends z.ZodType } ? Part<'params', z.input<S>> : unknown
type QueryOf<Route> = Route extends { query: infer S extends z.ZodType } ? { readonly query?: Partial<QueryInput<z.input<S>>> } : unknown
type BodyOf<Route> = Route extends { takes: 'octets' }
  ? { readonly body: Uint8Array }
  : Route extends { body: infer S extends z.ZodType }
    ? Part<'body', z.input<S>>
    : unknown

export type CallOf<Name extends RouteName> = ParamsOf<RouteOf<Name>> &
  QueryOf<RouteOf<Name>> &
  BodyOf<RouteOf<Name>> & { readonly signal?: AbortSignal }

type Reply<Route> = Route extends { sends: 'text' }
  ? string
  : Route extends { sends: 'bytes' }
    ? Uint8Array
    : Route extends { response: infer S extends z.ZodType }
      ? z.output<S>
      : never

export type ReplyOf<Name extends RouteName> = Reply<RouteOf<Name>>

/** The event stream and the channels have their own readers. */
export type CallableRoute = { [Name in RouteName]: RouteOf<Name> extends { sends: 'stream' | 'socket' | 'mcp' } ? never : Name }[RouteName]

type MethodOf<Name extends RouteName> =
  Record<never, never> extends CallOf<Name>
    ? (call?: CallOf<Name>) => Promise<ReplyOf<Name>>
    : (call: CallOf<Name>) => Promise<ReplyOf<Name>>

export type RouteMethods = { readonly [Name in CallableRoute]: MethodOf<Name> }
