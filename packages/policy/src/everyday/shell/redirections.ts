// A redirection opens a file: reading and writing follow the rules of the file tools; the temporary folder and /dev/null are harmless.
import { sentence } from '@countersign/protocol'
import { type Facts, printable } from '../../risk/index.ts'
import type { FollowedRedirection } from '../../script/run.ts'
import { type Found, found, NOTHING } from '../found.ts'
import { judgePath } from '../places.ts'

export function judgeRedirection({ operator, target }: FollowedRedirection, folders: readonly string[], facts: Facts): Found {
  if (operator.startsWith('<<') || operator.endsWith('&-')) return NOTHING
  if (operator.endsWith('&') && /^\d+-?$/.test(target.text)) return NOTHING
  // bash opens a connection for these names.
  if (/^\/dev\/(?:tcp|udp)\//.test(target.text))
    return { ...found('HIGH', sentence('everyday.connects', { host: printable(target.text) }), 'network'), network: true }
  if (target.isOpen && !target.isPattern && target.prefix === '')
    return found('HIGH', sentence('everyday.writes-later', { path: printable(target.text) }))
  return judgePath(target, operator === '<' || operator === '<&' ? 'read' : 'write', folders, facts)
}
