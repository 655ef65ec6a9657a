// How dangerous it is to write a file, by its name alone.
import { type Finding, printable, type Refused } from '../risk/index.ts'
import { foldLastName, foldSegments } from './fold-name.ts'
import * as table from './writing-table.ts'

export function riskOfWriting(path: string): Finding {
  const shown = printable(path)
  if (runsByItself(path)) return { risk: 'HIGH', reason: `Writes ${shown}, which tools run or obey by themselves` }
  const extension = extensionOf(foldLastName(path))
  if (extension === '') return { risk: 'HIGH', reason: `Writes ${shown}, which has no extension` }
  if (table.TEXT_EXTENSIONS.has(extension)) return { risk: 'MEDIUM', reason: `Writes ${shown}` }
  return { risk: 'HIGH', reason: `Writes ${shown}, a file type (.${extension}) that is not known to be harmless` }
}

/** What loses its name: as dangerous as writing it, in other words. */
export function riskOfMovingAway(path: string): Finding {
  const { risk, reason } = riskOfWriting(path)
  return { risk, reason: reason.replace(/^Writes/, 'Moves') }
}

/** Programs and libraries are never written by a tool, whatever is approved. */
export function refuseFileType(path: string): Refused | undefined {
  const name = foldLastName(path).replace(/(\.so)(\.[0-9]+)+$/, '$1')
  const extension = extensionOf(name)
  if (!table.FORBIDDEN_EXTENSIONS.has(extension)) return undefined
  const code = 'PERMISSION_DENIED'
  return {
    refusal: {
      code,
      message: `File type not allowed: ${printable(path)}`,
      advice: `Files of type .${extension} are never written by a tool.`,
    },
  }
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

/** `.gitignore` is a name without extension. */
const extensionOf = (name: string): string => /[^.].*\.([^.]+)$/s.exec(name)?.[1] ?? ''
