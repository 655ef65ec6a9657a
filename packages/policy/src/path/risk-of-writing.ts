// How dangerous it is to write a file, judged by its name alone.
import { sentence } from '@countersign/protocol'
import { type Finding, printable, type Refused, refusalOf } from '../risk/index.ts'
import { foldLastName, foldSegments } from './check-path.ts'
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
