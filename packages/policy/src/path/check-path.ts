// Checks a path as text (no disk): relative, inside the workspace, printable, and a valid name on every system. Nothing is decoded.
import { LIMITS, sentence } from '@countersign/protocol'
import { type Refused, refuse } from '../risk/judgement.ts'

/**
 * Names are compared as the most forgiving file system would: ignoring case, after compatibility folding, and without the blanks, dots and
 * streams that Windows drops from the end of a name. Upper case followed by lower case also folds what one step misses: the sharp s of
 * `.ßh` becomes `ss`.
 */
export const foldName = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

const isAscii = (text: string): boolean => !/[^ -~]/.test(text)

// `.env::$DATA` is `.env` on NTFS, `.git. ` is `.git`.
const trimName = (name: string): string => (/[:\s]|\.$/.test(name) ? name.replace(/:.*$/s, '').replace(/^\s+|[\s.]+$/g, '') : name)

export const foldSegments = (path: string): string[] =>
  foldName(path)
    .split(/[/\\]/)
    .map(trimName)
    .filter((segment) => segment !== '')

export const foldLastName = (path: string): string => foldSegments(path).at(-1) ?? ''

export interface CheckedPath {
  /** Normalised: `src/index.ts`; `.` is the root of the workspace. */
  readonly path: string
}

const MAX_NAME_BYTES = 255
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
// A joiner inside an emoji is visible; anywhere else it is hidden.
// Stryker disable next-line Regex: a property of whole sequences cannot be negated, so the mutant would not even load.
const withoutEmoji = (path: string): string => path.replace(/\p{RGI_Emoji}/gv, '')
const ABSOLUTE = /^[/\\]/
const DRIVE = /^[A-Za-z]:/
// A shell would expand these. Some layer might, so they are refused rather than trusted to stay literal.
const HOME = /^~|^\$(\{|[A-Z_][A-Z0-9_]*([/\\]|$))/
const DEVICE = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(com|lpt)[0-9])$/

const encoder = new TextEncoder()

export function checkPath(path: unknown, options: { readonly emptyIsRoot?: boolean } = {}): CheckedPath | Refused {
  if (typeof path !== 'string') return refuse('INVALID_ARGUMENTS', sentence('subject.path-not-text'))
  if (path === '') return options.emptyIsRoot ? { path: '.' } : refuse('INVALID_PATH', sentence('subject.path-empty'))
  if (isTooLong(path)) return refuse('INVALID_PATH', path, sentence('advice.path-too-long', { count: LIMITS.maxPathCharacters }))
  if (hasInvisible(path)) return refuse('INVALID_PATH', path, sentence('advice.path-invisible'))
  if (leavesWorkspace(path)) return refuse('PATH_OUTSIDE_WORKSPACE', path)
  return checkNames(path)
}

function checkNames(path: string): CheckedPath | Refused {
  if (path.includes(':')) return refuse('INVALID_PATH', path, sentence('advice.no-colon'))
  if (path.includes('\\')) return refuse('INVALID_PATH', path, sentence('advice.use-slashes'))
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  if (names.some(isTooManyBytes)) return refuse('INVALID_PATH', path, sentence('advice.name-too-long'))
  if (names.some(isDeviceName)) return refuse('INVALID_PATH', path, sentence('advice.windows-device'))
  const normalised = names.join('/') || '.'
  // Without its `./`, a name may look like a home folder; users of the normalised form must not be misled.
  return leavesWorkspace(normalised) ? refuse('PATH_OUTSIDE_WORKSPACE', path) : { path: normalised }
}

/** Absolute, on another drive or host, in a home folder, or with a `..` segment under either separator; `a..b` is a plain name. */
export function leavesWorkspace(path: string): boolean {
  return ABSOLUTE.test(path) || DRIVE.test(path) || HOME.test(path) || path.split(/[/\\]/).some(isParentSegment)
}

// Windows drops trailing blanks, so `.. ` means the parent folder there.
const isParentSegment = (segment: string): boolean => segment.trimEnd() === '..' || /^\.[\s.]*\s[\s.]*$/.test(segment)

const hasInvisible = (path: string): boolean => INVISIBLE.test(path) && INVISIBLE.test(withoutEmoji(path))

const isTooLong = (path: string): boolean =>
  path.length > LIMITS.maxPathCharacters && Array.from(path.slice(0, 2 * LIMITS.maxPathCharacters + 1)).length > LIMITS.maxPathCharacters

// No character takes more than three bytes per UTF-16 unit.
const isTooManyBytes = (name: string): boolean => 3 * name.length > MAX_NAME_BYTES && encoder.encode(name).length > MAX_NAME_BYTES

const isDeviceName = (name: string): boolean => {
  const stem = name.normalize('NFKC').toLowerCase().split('.')[0] ?? ''
  return DEVICE.test(stem.trim())
}
