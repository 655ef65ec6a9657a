// Does a path name a file that holds secrets, or the insides of git? By words only, over every segment of the path.
import { foldSegments } from './check-path.ts'
import * as names from './sensitive-names.ts'

const BACKUP = /(~|\.(bak|backup|old|orig|save|saved|swp|swo|tmp|temp|copy|disabled|gpg|[0-9]{1,8}))+$/

export function isSensitive(path: string): boolean {
  const segments = foldSegments(path)
  return (
    segments.some((segment) => names.SENSITIVE_FOLDERS.has(segment) || isSecretAnywhere(segment)) ||
    isSensitiveFile(segments) ||
    isSensitivePlace(segments)
  )
}

const NOT_SECRET = [names.DOTENV_TEMPLATE, names.ENVIRONMENT_IN_CODE, names.PUBLIC_KEY]

/** Patterns hold for folders too: whatever lies in a folder called `.env` is as secret as the file. */
function isSecretAnywhere(segment: string): boolean {
  if (NOT_SECRET.some((pattern) => pattern.test(segment))) return false
  return withBackups(segment).some((name) => ANY_PATTERN.test(name) || hasSecretExtension(name))
}

// One look at a name instead of one per pattern: every name of a large folder comes by here.
const ANY_PATTERN = new RegExp(names.SENSITIVE_PATTERNS.map(({ source }) => `(?:${source})`).join('|'))

function hasSecretExtension(name: string): boolean {
  const dot = name.lastIndexOf('.')
  return dot >= 0 && names.SENSITIVE_EXTENSIONS.has(name.slice(dot + 1))
}

/** `server.key.bak` is as secret as `server.key`; vim hides `server.key` in `.server.key.swp`. */
function withBackups(name: string): string[] {
  const original = name.replace(BACKUP, '')
  return original === name ? [name] : [name, original, original.replace(/^\./, '')]
}

/** Without an extension, or data by its extension. */
const IN_SECRETS = /^[^.]+(\.(txt|json|jsonc|ya?ml|toml|ini|cfg|conf|properties|enc))?$/

function isSensitiveFile(segments: readonly string[]): boolean {
  const last = segments.at(-1) ?? ''
  if (withBackups(last).some((name) => names.SENSITIVE_FILES.has(name))) return true
  if (segments.length === 1 && names.SENSITIVE_AT_ROOT.has(last)) return true
  // `secrets/db_password` is a secret; `src/secrets/parse.ts` is code about secrets.
  return segments.slice(0, -1).includes('secrets') && IN_SECRETS.test(last)
}

function isSensitivePlace(segments: readonly string[]): boolean {
  // Every such place has a folder in it.
  if (segments.length < 2) return false
  const path = `/${segments.join('/')}/`
  const folder = `/${segments.slice(0, -1).join('/')}`
  const ends = withBackups(segments.at(-1) ?? '').map((name) => `${folder}/${name}`)
  return (
    names.SENSITIVE_ENDINGS.some((ending) => ends.some((end) => end.endsWith(`/${ending}`))) ||
    names.SENSITIVE_PLACES.some((place) => path.includes(`/${place}/`))
  )
}
