// Files that calls of the file tools wrote while a command or process runs: somebody has seen and allowed their content, so that they
// are not taken for what the command planted. Known by name and content, not by time: whoever changes one loses that.
import { hash } from 'node:crypto'
import type { Step } from '../../changes/steps/step.ts'
import { readFolder } from '../../disk/names.ts'
import { lookAt, orUndefined, readPlain } from '../../disk/read-plain.ts'
import { inFolder, placeOf } from './find/watched-names.ts'

/** Older ones are forgotten: they count as not allowed. */
const MAX_REMEMBERED = 10_000
/** They are read whole at each look. */
const MAX_BYTES = 4 * 1024 * 1024
const FOLDER = 'folder'

export interface ApprovedFiles {
  /** To be told before the steps are taken, so that nobody looks in between. */
  add(steps: readonly Step[]): void
  /** Whether a name holds nothing but what such calls made. */
  covers(name: string): boolean
}

export function createApprovedFiles(root: string): ApprovedFiles {
  const made = new Map<string, string>()
  const remember = (path: string, what: string): void => {
    made.delete(path)
    made.set(path, what)
    const [oldest] = made.keys()
    if (made.size > MAX_REMEMBERED && oldest !== undefined) made.delete(oldest)
  }
  const covers = (name: string): boolean => {
    const what = made.get(name)
    if (what === undefined) return false
    const fullPath = placeOf(root, name)
    if (what !== FOLDER) return digestOf(fullPath) === what
    const children = lookAt(fullPath)?.isDirectory() ? orUndefined(() => readFolder(fullPath)) : undefined
    return children?.every((child) => covers(inFolder(name, child.name))) ?? false
  }
  return {
    add(steps) {
      for (const step of steps) {
        if (step.kind === 'folder') remember(step.path, FOLDER)
        if (step.kind === 'put') remember(step.path, step.after)
      }
    },
    covers,
  }
}

function digestOf(fullPath: string): string | undefined {
  const bytes = readPlain(fullPath, MAX_BYTES)
  return bytes && hash('sha256', bytes)
}
