// One use of one path: its text, what it names (secrets, internals of git), how dangerous it is to write, and, if the runner knows it,
// what it resolves to.
import { type Sentence, sentence } from '@countersign/protocol'
import {
  combine,
  type Facts,
  type Finding,
  isRefused,
  type Judgement,
  judgeSafely,
  printable,
  type Refused,
  rate,
  refusalOf,
  refuse,
} from '../risk/index.ts'
import { checkPath, foldLastName, foldSegments } from './check-path.ts'
import * as names from './sensitive-names.ts'
import * as table from './writing-table.ts'

type NameRisk = 'plain' | 'self-running' | 'without-extension' | 'unknown-type'

function readNameRisk(path: string): NameRisk {
  if (runsByItself(path)) return 'self-running'
  const extension = extensionOf(foldLastName(path))
  if (extension === '') return 'without-extension'
  return table.TEXT_EXTENSIONS.has(extension) ? 'plain' : 'unknown-type'
}

const findName =
  (verb: 'writes' | 'moves') =>
  (name: string): Finding => {
    const kind = readNameRisk(name)
    const path = printable(name)
    if (kind === 'plain') return { risk: 'MEDIUM', sentence: sentence(`reason.${verb}`, { path }) }
    if (kind !== 'unknown-type') return { risk: 'HIGH', sentence: sentence(`reason.${verb}-${kind}`, { path }) }
    return { risk: 'HIGH', sentence: sentence(`reason.${verb}-unknown-type`, { path, type: extensionOf(foldLastName(name)) }) }
  }

export const riskOfWriting = findName('writes')

/** For a file that loses its name: as dangerous as writing it, with a different sentence. */
export const riskOfMovingAway = findName('moves')

/** Programs and libraries are never written by a tool, whatever is approved. */
export function refuseFileType(path: string): Refused | undefined {
  const name = foldLastName(path).replace(/(\.so)(\.[0-9]+)+$/, '$1')
  const extension = extensionOf(name)
  if (!table.FORBIDDEN_EXTENSIONS.has(extension)) return undefined
  const message = sentence('failure.file-type', { path: printable(path) })
  return { refusal: refusalOf('PERMISSION_DENIED', message, sentence('advice.file-type-never-written', { type: extension })) }
}

function runsByItself(path: string): boolean {
  const segments = foldSegments(path)
  const last = segments.at(-1) ?? ''
  return (
    segments.some((segment) => table.SELF_RUNNING_FOLDERS.has(segment)) ||
    table.SELF_RUNNING_FILES.has(last) ||
    table.SELF_RUNNING_PATTERNS.some((pattern) => pattern.test(last))
  )
}

/** `.gitignore` is a name without an extension. */
const extensionOf = (name: string): string => /[^.].*\.([^.]+)$/s.exec(name)?.[1] ?? ''

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

/** Patterns also apply to folders: whatever is in a folder called `.env` is as secret as the file. */
function isSecretAnywhere(segment: string): boolean {
  if (NOT_SECRET.some((pattern) => pattern.test(segment))) return false
  return withBackups(segment).some((name) => ANY_PATTERN.test(name) || hasSecretExtension(name))
}

// One lookup per name instead of one per pattern: every name in a large folder passes through here.
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

/** Without an extension, or with an extension of data files. */
const IN_SECRETS = /^[^.]+(\.(txt|json|jsonc|ya?ml|toml|ini|cfg|conf|properties|enc))?$/

function isSensitiveFile(segments: readonly string[]): boolean {
  const last = segments.at(-1) ?? ''
  if (withBackups(last).some((name) => names.SENSITIVE_FILES.has(name))) return true
  if (segments.length === 1 && names.SENSITIVE_AT_ROOT.has(last)) return true
  // `secrets/db_password` is a secret; `src/secrets/parse.ts` is code about secrets.
  return segments.slice(0, -1).includes('secrets') && IN_SECRETS.test(last)
}

function isSensitivePlace(segments: readonly string[]): boolean {
  // Every such location has a folder in it.
  if (segments.length < 2) return false
  const path = `/${segments.join('/')}/`
  const folder = `/${segments.slice(0, -1).join('/')}`
  const ends = withBackups(segments.at(-1) ?? '').map((name) => `${folder}/${name}`)
  return (
    names.SENSITIVE_ENDINGS.some((ending) => ends.some((end) => end.endsWith(`/${ending}`))) ||
    names.SENSITIVE_PLACES.some((place) => path.includes(`/${place}/`))
  )
}

export type PathUse = 'read' | 'list' | 'search' | 'write' | 'create_directory' | 'move' | 'delete'

export function judgePathUse(path: unknown, use: PathUse, facts: Facts): Judgement {
  return judgeSafely(() => {
    const requested = judgeName(path, use)
    if ('refusal' in requested) return requested
    const resolved = facts.resolve?.(requested.path)
    if (resolved === undefined) return requested.judgement
    if ('outside' in resolved) return refuse('PATH_OUTSIDE_WORKSPACE', requested.path, sentence('advice.link-leaves'))
    if (resolved.isSpecial && use !== 'list') return refuse('INVALID_PATH', requested.path, sentence('advice.special-file'))
    const effect = use === 'move' && resolved.isFolder ? combine(requested.judgement, movesFolder(requested.path)) : requested.judgement
    if (resolved.path === requested.path) return effect
    const real = judgeName(resolved.path, use)
    return 'refusal' in real ? real : combine(effect, real.judgement)
  })
}

/** Its name may end like a harmless file, but everything in it is moved. */
const movesFolder = (path: string): Judgement =>
  rate([{ risk: 'HIGH', sentence: sentence('reason.moves-folder', { path: printable(path) }) }])

function judgeName(path: unknown, use: PathUse) {
  const checked = checkPath(path, { emptyIsRoot: meansFolder(use) })
  if ('refusal' in checked) return checked
  if (isSensitive(namedFor(use, checked.path))) return refuse('SENSITIVE_FILE', checked.path)
  if (checked.path === '.' && !meansFolder(use) && use !== 'read') return refuse('INVALID_PATH', '.', sentence('advice.name-file-inside'))
  const judgement = judgeEffect(checked.path, use)
  return isRefused(judgement) ? judgement : { path: checked.path, judgement }
}

const meansFolder = (use: PathUse): boolean => use === 'list' || use === 'search'

/** A folder called `credentials` often holds code: for a folder, only its parent folders count. */
const namedFor = (use: PathUse, path: string): string =>
  meansFolder(use) || use === 'create_directory' ? path.replace(/(^|\/)credentials$/i, '$1.') : path

function judgeEffect(path: string, use: PathUse): Judgement {
  if (use === 'write') return refuseFileType(path) ?? rate([riskOfWriting(path)])
  if (use === 'move') return rate([riskOfMovingAway(path)])
  return rate([FINDINGS[use](path === '.' ? sentence('part.workspace') : printable(path))])
}

const FINDINGS: Record<Exclude<PathUse, 'write' | 'move'>, (path: string | Sentence) => Finding> = {
  read: (path) => ({ risk: 'LOW', sentence: sentence('reason.reads', { path }) }),
  search: (path) => ({ risk: 'LOW', sentence: sentence('reason.searches', { path }) }),
  list: (path) => ({ risk: 'LOW', sentence: sentence('reason.lists', { path }) }),
  create_directory: (path) => ({ risk: 'MEDIUM', sentence: sentence('reason.creates-folder', { path }) }),
  delete: (path) => ({ risk: 'HIGH', sentence: sentence('reason.deletes', { path }) }),
}
