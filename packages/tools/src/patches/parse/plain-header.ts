// The two lines with which programs other than git begin a file: `---` and `+++`, with times after a tab.
import type { FileHeader } from './git-header.ts'
import type { LineReader } from './line-reader.ts'
import { malformed } from './malformed.ts'
import { joinNames, NOTHING, readName, stripPrefix } from './read-name.ts'

const STAMP = /\t(1969-12-31|1970-01-01) (\d\d):(\d\d):00(?:\.0+)? ([-+])(\d\d):?(\d\d)\r?$/

export function readPlainHeader(lines: LineReader): FileHeader {
  const at = lines.number()
  const [before, after] = [(lines.next() ?? '').slice(4), (lines.next() ?? '').slice(4)]
  const [old, next] = [readName(before, at), readName(after, at + 1)]
  if (old === NOTHING && next === NOTHING) throw malformed(at, 'patch.no-file')
  if (old === NOTHING) return { change: 'create', path: stripPrefix(next), isPlain: true }
  if (next === NOTHING) return { change: 'delete', path: stripPrefix(old), isPlain: true }
  const path = joinNames(old, next)
  if (path === undefined) throw malformed(at, 'patch.same-names')
  if (isEpoch(before)) return { change: 'create', path, isPlain: true }
  return { change: isEpoch(after) ? 'delete' : 'modify', path, isPlain: true }
}

/** GNU diff gives a missing file the time 0. */
function isEpoch(text: string): boolean {
  const [, day, hour, minute, sign, zoneHour, zoneMinute] = STAMP.exec(text) ?? []
  if (day === undefined) return false
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1)
  return Number(hour) * 60 + Number(minute) - zone === (day === '1969-12-31' ? 24 * 60 : 0)
}
