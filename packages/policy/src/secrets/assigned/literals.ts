// Distinguishes a literal secret from code, a type, a label or a reference to a secret stored elsewhere.
import { ORDINARY_VALUES, type SecretKind } from './secret-names.ts'

const REFERENCE =
  /^(?:\$[A-Za-z_{(]|\{\{|<[^>]*>?$|%\(|%[A-Za-z_]+%|%[sdv]$|#\{|@|&|process\.env|os\.|env[.[(]|ENV[.[]|secrets\.|import\.meta|vault:|!|\/run\/secrets\/)/
const ALREADY_HIDDEN = /\[masked|^[*x.•-]+$/i

/** A file path is not a secret, whatever the name before it: `PWD=/home/u`, `GOOGLE_APPLICATION_CREDENTIALS=./key.json`. */
const PATH = /^(?:~|\.{1,2}|[A-Za-z]:)?(?:[/\\](?=([\w.@+ ~-]{1,64}))\1){1,40}[/\\]?$/

export const isPath = (value: string): boolean =>
  PATH.test(value) && /[/\\].*[/\\.]|^\/[a-z]+$/.test(value) && !value.split(/[/\\]/).some((part) => part.length >= 20 && isOpaque(part))

export const isReference = (value: string): boolean => REFERENCE.test(value) || isPath(value)

export function isPlaceholder(value: string): boolean {
  return value === '' || ALREADY_HIDDEN.test(value) || ORDINARY_VALUES.has(value.toLowerCase()) || /^\d{1,3}$/.test(value)
}

/** The secret itself, not a location to find it or a placeholder. */
export const isWrittenOut = (value: string): boolean => !isReference(value) && !isPlaceholder(value)

/** In `NAME=value` of an environment, a word such as "secret" is the secret itself; only a value that says "none" is not. */
export const isUnset = (value: string): boolean =>
  value === '' || ALREADY_HIDDEN.test(value) || /^(?:true|false|null|none|nil|undefined|yes|no|on|off|\d{1,3})$/i.test(value)

/** Looks machine-made: no blanks, letters mixed with digits, or long with mixed case. */
export function isOpaque(value: string): boolean {
  if (value.length < 8 || /\s/.test(value)) return false
  if (/^[\d.,:_-]+$/.test(value)) return false
  if (/\d/.test(value)) return /[A-Za-z]/.test(value)
  return value.length >= 16 && /[a-z]/.test(value) && /[A-Z]/.test(value) && !/^[A-Za-z]+(?:[._-][A-Za-z]+)*$/.test(value)
}

export interface QuotedValue {
  readonly kind: SecretKind
  readonly name: string
  readonly value: string
}

/** A value in quotes: text with blanks is a label or a message (`Password is required`), unless the name is that of a passphrase. */
export function isQuotedSecret({ kind, name, value }: QuotedValue): boolean {
  if (isReference(value) || isPlaceholder(value)) return false
  if (/phrase|mnemonic/i.test(name)) return true
  if (/\s/.test(value)) return false
  if (kind === 'token') return isOpaque(value)
  return value.length >= 3 && !/^[A-Za-z_.\-?!*: ]*(?:pass|pwd|secret|token)[A-Za-z_.\-?!*: ]*$/i.test(value)
}

/** A bare value: `hunter2` or `S3cr!t`, but not `userPassword`, `SessionToken` or `user.password`, which are code. */
export function isBareSecret(kind: SecretKind, value: string, wordsToo: boolean): boolean {
  if (isReference(value) || isPlaceholder(value)) return false
  if (/^[A-Za-z_$][\w$]*(?:\??\.[\w$]+)+[;,]?$/.test(value)) return false
  if (kind === 'token') return isOpaque(value)
  if (value.length < 4) return false
  return /[^A-Za-z_]/.test(value) || (wordsToo && /^[a-z]{5,}$/.test(value))
}

/** `Basic …` in free text hides a name and password if and only if its base64 decodes to printable text with a colon. */
export function isBasicCredential(base64: string): boolean {
  try {
    return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(atob(base64.replace(/-/g, '+').replace(/_/g, '/')))
  } catch (error) {
    if (error instanceof Error) return false // not base64: an ordinary word after "Basic"
    throw error
  }
}
