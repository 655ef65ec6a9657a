// Which names this server answers to. A page of another site can send requests to loopback, but its Origin and, after
// DNS rebinding, its Host give it away. Both are compared exactly.
import { isIP } from 'node:net'
import { Failure } from '@countersign/protocol'

export interface Perimeter {
  /** Known once the port is. */
  open(port: number): void
  refusalOf(headers: { readonly host?: string | undefined; readonly origin?: string | undefined }): Failure | undefined
}

export interface PerimeterOptions {
  readonly host: string
  /** Names by which clients reach the server through a proxy, such as `countersign.example.com`. */
  readonly allowedHosts?: readonly string[]
  readonly allowedOrigins?: readonly string[]
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '::1']

export const isLoopbackName = (host: string): boolean => LOOPBACK_NAMES.includes(host)

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
        return new Failure('FORBIDDEN', { subject: 'another host was meant' }, { http: 421 })
      if (origin !== undefined && !origins.has(origin)) return new Failure('FORBIDDEN', { subject: 'requests of other sites are refused' })
      return undefined
    },
  }
}

export const inUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)
