// Whether a file-name pattern of the shell could match a sensitive file: `cat .en?` prints `.env` without naming it. Patterns that begin
// with a star or another wildcard match everything; they are left to the operator and to the sandbox, which hides such files.
import { SENSITIVE_FILES, SENSITIVE_FOLDERS } from '../../path/index.ts'

const EVERYDAY = ['.env', '.env.local', '.env.production', 'id_rsa', 'id_ed25519', 'secrets.json', 'credentials.json']
const PROBES = [...EVERYDAY, ...SENSITIVE_FOLDERS, ...SENSITIVE_FILES]
const MAX_STARS = 4

/** The sensitive name that the pattern may match. */
export function findSensitiveReach(pattern: string): string | undefined {
  for (const segment of pattern.split('/')) {
    if (!/[*?[]/.test(segment) || !aimsAtNames(segment)) continue
    const matcher = toMatcher(segment)
    const reached = PROBES.find((name) => matcher.test(name))
    if (reached !== undefined) return reached
  }
  return undefined
}

/** A dot or at least three plain characters before the first wildcard. */
const aimsAtNames = (segment: string): boolean => /^(?:\.|[^*?[]{3})/.test(segment)

function toMatcher(segment: string): RegExp {
  const parts: string[] = segment.replace(/\*+/g, '*').match(/\*|\?|\[[^\]]*\]|[\s\S]/g) ?? []
  const stars = parts.filter((part) => part === '*').length
  // Too many stars to try in reasonable time: anything may follow the first.
  const used = stars > MAX_STARS ? parts.slice(0, parts.indexOf('*') + 1) : parts
  return new RegExp(`^${used.map(toPattern).join('')}$`, 'i')
}

function toPattern(part: string): string {
  if (part === '*') return '[^/]*'
  // A set is assumed to match any character: its own rules (ranges, classes, negation) only narrow that.
  if (part === '?' || part.startsWith('[')) return '.'
  return part.replace(/[\\^$.|+(){}\]]/g, '\\$&')
}
