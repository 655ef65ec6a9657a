// What in a call needs an answer, each with the classes that may cover it: the commands of a line, the files of a change, or the call as a
// whole.
import { type CommandPart, checkPath, type Facts, foldName, isRefused, type Judgement, type Rated } from '@countersign/policy'
import { type Risk, type ScriptRef, type Sentence, sentence } from '@countersign/protocol'
import { READING_COMMANDS } from '../commands/part-class.ts'
import type { CallClass, CallPiece } from '../define-tool.ts'

export interface PieceSource {
  readonly rated: Rated
  readonly facts: Facts
  /** Requested and resolved names. */
  readonly paths: readonly string[]
  readonly changesNamedFiles: boolean
  /** The classes of the call as a whole. */
  classes(): readonly CallClass[]
  readonly classesOfPart: ((part: CommandPart) => readonly CallClass[]) | undefined
  judge(facts: Facts): Judgement
}

export function piecesOf(source: PieceSource): readonly CallPiece[] {
  const { rated, paths, classesOfPart } = source
  if (rated.parts && classesOfPart) return piecesOfLine(rated.parts, source, classesOfPart)
  const classes = source.classes()
  if (!source.changesNamedFiles || paths.length === 0) return [{ risk: rated.risk, classes }]
  return paths.map((path) => pieceOfFile(path, rated.risk, classes))
}

function piecesOfLine(
  parts: readonly CommandPart[],
  { rated, facts, judge }: PieceSource,
  classesOfPart: (part: CommandPart) => readonly CallClass[],
): readonly CallPiece[] {
  const reads = facts.isolation === 'none' ? readingParts(parts, judge({ ...facts, isolation: 'sandbox' })) : new Set<number>()
  const pieces = parts.map((part, index): CallPiece => {
    const classes = reads.has(index) ? [READING_COMMANDS] : classesOfPart(part)
    return { risk: part.risk, classes }
  })
  const { beside = 'HIGH' } = rated
  return beside === 'LOW' && parts.length > 0 ? pieces : [...pieces, { risk: beside, classes: [] }]
}

/** The commands that are asked about only because there is no sandbox. */
function readingParts(parts: readonly CommandPart[], sandboxed: Judgement): ReadonlySet<number> {
  const others = isRefused(sandboxed) ? [] : (sandboxed.parts ?? [])
  if (others.length !== parts.length) return new Set()
  return new Set(others.flatMap(({ risk }, index) => (risk === 'LOW' ? [index] : [])))
}

/** The scripts whose text an answer to this call binds. */
export const scriptsOf = (pieces: readonly CallPiece[]): readonly ScriptRef[] =>
  pieces.flatMap(({ classes }) => classes.flatMap(({ script }) => script ?? []))

export const keysOf = ({ classes, within = [] }: CallPiece): readonly string[] => [...classes.map(({ key }) => key), ...within]

const PREFIX = 'change:'

/** A name that could be read as a pattern has no class of its own. */
const PATTERN = /[*?[\]{}!\\]/

/** The glob of a class of files, as rules write it; undefined if the class is about something else. */
export const globOfClass = (key: string): string | undefined => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined)

/**
 * The file itself, and its folder with everything in it. A grant for a folder further up covers it too, but is not offered: no answer is
 * more than one step wider than the call. `classes` are those of the whole call.
 */
function pieceOfFile(name: string, risk: Risk, classes: readonly CallClass[]): CallPiece {
  const checked = checkPath(name, { emptyIsRoot: true })
  const path = 'path' in checked ? checked.path : undefined
  if (path === undefined || path === '.' || PATTERN.test(path)) return { risk, classes }
  const folders = foldersOf(path)
  const parent = folders[0]
  const own = [pathClass(path, 'scope.file'), ...(parent === undefined ? [] : [pathClass(parent, 'scope.folder')])]
  // The folder itself belongs to "everything under it".
  return { risk, classes: [...classes, ...own], within: [path, ...folders.slice(1)].map((folder) => `${PREFIX}${foldName(folder)}/**`) }
}

/** The nearest first, without the root of the workspace. */
function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, names.length - 1 - index).join('/'))
}

const pathClass = (path: string, form: 'scope.file' | 'scope.folder'): CallClass => ({
  key: `${PREFIX}${foldName(path)}${form === 'scope.folder' ? '/**' : ''}`,
  label: labelOf(path, form),
  covers: sentence(form, { path }),
  lasting: true,
})

const labelOf = (path: string, form: 'scope.file' | 'scope.folder'): Sentence =>
  form === 'scope.file' ? sentence('scope.file-label', { path }) : sentence('scope.folder-label', { path })
