// What a webview may ask of the server through the host: the operator's routes of its own project, and nothing that hands out a
// credential or decides who has access.
import { ROUTES, type Route } from '@countersign/protocol'

const table = ROUTES as Readonly<Record<string, Route>>
const SEPARATE: readonly Route['sends'][] = ['socket', 'mcp']

/** The last ones answer by an id alone, in whatever project. */
const REFUSED = /^\/auth\/|\/(devices|tokens?)\b|^\/my\/approvals\b/

const isForWebview = ({ path, roles, sends }: Route): boolean =>
  roles.includes('operator') && !SEPARATE.includes(sends) && !REFUSED.test(path)

interface Pattern {
  readonly method: string
  readonly expression: RegExp
  readonly isStream: boolean
}

const PATTERNS: readonly Pattern[] = Object.values(table)
  .filter(isForWebview)
  .map(({ method, path, sends }) => ({
    method,
    // Names of parameters are letters; each stands for one segment.
    expression: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    isStream: sends === 'stream',
  }))

export interface AskedRoute {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly isStream: boolean
}

export function isAllowed({ method, path, isStream }: AskedRoute, projectId: string): boolean {
  if (!isAsItIsSent(path)) return false
  const [plain = ''] = path.split('?')
  return PATTERNS.some((pattern) => {
    if (pattern.method !== method || pattern.isStream !== isStream) return false
    const match = pattern.expression.exec(plain)
    return match !== null && (match.groups?.p === undefined || match.groups.p === projectId)
  })
}

/** `\`, `#`, tabs and dots would be read as another path on the way to the server than the one that is compared here. */
function isAsItIsSent(path: string): boolean {
  const { pathname, search } = new URL(`http://server.invalid${path}`)
  return path === `${pathname}${search}`
}
