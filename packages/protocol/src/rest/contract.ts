// The shape of one route. The server binds handlers to routes, the client calls them, the documents and the tests
// for bad input are made from them: a route exists in one place.
import type * as z from 'zod'
import type { RateName } from './rates.ts'

export const ROLES = ['operator', 'agent', 'runner', 'admin'] as const
export type Role = (typeof ROLES)[number]

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  /** Roles that may call it; empty means that no token is needed. */
  readonly roles: readonly Role[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** A route of the plain workflow: its body is read as JSON whatever the content type. */
  readonly plain?: true
  /** `json` is the usual; `octets` is raw in; `stream`, `text` and `bytes` are raw out; `socket` becomes a WebSocket; `mcp` is JSON-RPC. */
  readonly sends?: 'stream' | 'text' | 'bytes' | 'socket' | 'mcp'
  readonly takes?: 'octets'
  readonly response?: z.ZodType
  /** Status of a successful reply; the default is 200. */
  readonly status?: number
  readonly maxBytes?: number
  /** Most keys and elements in its body, counted before parsing; the default is LIMITS.maxJsonValues. */
  readonly maxValues?: number
  /** Counts against the calls per second of a token. */
  readonly limited?: boolean
  /** Overrides the rate that follows from its roles; see rates.ts. */
  readonly rate?: RateName
}

export const defineRoutes = <const R extends Record<string, Route>>(routes: R): R => routes
