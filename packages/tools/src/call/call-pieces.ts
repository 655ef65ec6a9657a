// What in a call needs an answer, each with the classes that may cover it: the commands of a line, the files of a change, or the call as a
// whole.
import { type CommandPart, type Facts, isRefused, type Judgement, type Rated } from '@countersign/policy'
import type { ScriptRef } from '@countersign/protocol'
import { pieceOfFile } from '../changes/path-class.ts'
import { READING_COMMANDS } from '../commands/classes/part-class.ts'
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
