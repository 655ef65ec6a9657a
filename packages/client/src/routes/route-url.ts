// The address of one call: path parameters filled in, query appended.
import type { Route } from '@countersign/protocol'

export type RouteValues = Readonly<Record<string, unknown>>

export function routeUrl(base: string, route: Route, values: { params?: RouteValues; query?: RouteValues }): string {
  const { params = {}, query } = values
  const path = route.path.replace(/:([a-z0-9]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return query ? `${base}${path}${queryText(query)}` : `${base}${path}`
}

function queryText(query: RouteValues): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])))}`
}
