// A word that may or may not be a path (an argument of a script, a value of an unknown option): refused if, interpreted as a path, it would
// leave the workspace or name a sensitive file. It is never a reason to allow.
import { type Refusal, refusal } from '../risk/index.ts'
import { leavesWorkspace } from './check-path.ts'
import { isSensitive } from './judge-path-use.ts'

export function suspectPath(word: string): Refusal | undefined {
  // Text with blanks is a sentence or code, not a name. If a word is known to be a path, use checkPath.
  if (/\s/.test(word.trim())) return undefined
  for (const candidate of readings(word)) {
    if (/^file:/i.test(candidate) || leavesWorkspace(candidate)) return refusal('PATH_OUTSIDE_WORKSPACE', candidate)
    if (!isUrl(candidate) && isSensitive(candidate)) return refusal('SENSITIVE_FILE', candidate)
  }
  return undefined
}

/** The word itself, what follows an `=`, what may be attached to an option letter (`-C..`), and the parts of a list. */
function readings(word: string): Set<string> {
  const parts = [word, ...word.split('=').slice(1), ...word.split(',').slice(1)]
  const equals = word.indexOf('=')
  if (equals >= 0) parts.push(word.slice(equals + 1))
  const attached = /^-[A-Za-z](.+)$/s.exec(word)?.[1]
  if (attached !== undefined) parts.push(attached, attached.replace(/^=/, ''))
  return new Set(parts.map((part) => part.replace(/^@/, '')).filter((part) => part !== ''))
}

const isUrl = (word: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(word)
