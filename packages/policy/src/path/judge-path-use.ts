// One use of one path: its words, what it names, and (where the runner can tell) what it resolves to.
import { type Sentence, sentence } from '@countersign/protocol'
import { combine, type Facts, type Finding, isRefused, type Judgement, judgeSafely, printable, rate, refuse } from '../risk/index.ts'
import { checkPath } from './check-path.ts'
import { isSensitive } from './is-sensitive.ts'
import { refuseFileType, riskOfMovingAway, riskOfWriting } from './risk-of-writing.ts'

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

/** Its name may end like that of a harmless file, but everything in it moves. */
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

/** A folder called `credentials` is code as often as not: where a folder is meant, only what it lies in counts. */
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
