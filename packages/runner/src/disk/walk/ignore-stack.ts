// The .gitignore files that hold at a place: those of all folders from the root down to it; the innermost that speaks decides.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { errnoOf } from '../file-failure.ts'
import { below, type Opened, openObject } from '../open-object.ts'
import { type IgnoreRules, parseIgnoreRules } from './ignore-rules.ts'

export const IGNORE_FILE = '.gitignore'
const MAX_BYTES = 256 * 1024

export interface IgnoreStack {
  /** What holds in a folder, which may have rules of its own. */
  enter(folder: Opened, names: readonly string[], hasRules: boolean): IgnoreStack
  /** Whether a name of the entered folder is ignored. */
  ignores(name: string, isFolder: boolean): boolean
  /** The place where the walk begins is ignored itself, or lies in what is. Known only where marks are wanted. */
  readonly isBelowIgnored: boolean
}

export interface SeeRules {
  /** The text of a file of rules above the place where the walk begins. */
  above?(text: string): void
  /** The same for a folder that was entered; undefined for one that is there and cannot be read, such as a link. */
  entered?(text: string | undefined): void
}

interface Layer {
  /** How deep the folder lies that holds the file. */
  readonly depth: number
  readonly rules: IgnoreRules
}

const NOTHING_IGNORED: IgnoreStack = { enter: () => NOTHING_IGNORED, ignores: () => false, isBelowIgnored: false }

export interface IgnoreRequest {
  readonly recursive: boolean
  readonly ignored: boolean
  readonly marks?: boolean
}

/** Everything that holds above the listed folder. A listing of one folder shows all of it; `marks` reads the rules all the same. */
export function readIgnoreRules(
  root: string,
  path: string,
  { recursive, ignored, marks = false }: IgnoreRequest,
  see: SeeRules = {},
): IgnoreStack {
  if ((!recursive || ignored) && !marks) return NOTHING_IGNORED
  const names = path === '.' ? [] : path.split('/')
  const layers: Layer[] = []
  let isBelowIgnored = false
  for (let depth = 0; depth < names.length; depth++) {
    const above = names.slice(0, depth)
    using folder = openObject([root, ...above].join('/'))
    const text = readText(folder)
    if (text !== undefined) {
      see.above?.(text)
      layers.unshift({ depth, rules: parseIgnoreRules(text) })
    }
    // What was asked for by its name is listed, whatever the rules say of it.
    if (marks) isBelowIgnored ||= stackOf(layers, above, see).ignores(names[depth] as string, true)
  }
  return { ...stackOf(layers, names, see), isBelowIgnored }
}

function stackOf(layers: readonly Layer[], names: readonly string[], see: SeeRules): IgnoreStack {
  const speaking = layers.map(({ depth, rules }) => ({ rules, above: names.slice(depth) }))
  return {
    isBelowIgnored: false,
    enter: (folder, entered, hasRules) => {
      const text = hasRules ? readText(folder) : undefined
      if (hasRules) see.entered?.(text)
      const own = text === undefined ? [] : [{ depth: entered.length, rules: parseIgnoreRules(text) }]
      return stackOf([...own, ...layers], entered, see)
    },
    ignores: (name, isFolder) => {
      for (const { rules, above } of speaking) {
        const verdict = rules.test(above, name, isFolder)
        if (verdict !== undefined) return verdict
      }
      return false
    },
  }
}

function readText(folder: Opened): string | undefined {
  try {
    const descriptor = openSync(below(folder, IGNORE_FILE), constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      if (!fstatSync(descriptor).isFile()) return undefined
      const bytes = Buffer.alloc(MAX_BYTES)
      return bytes.toString('utf8', 0, readSync(descriptor, bytes))
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    // Not there, a link, or not ours to read: then it says nothing.
    if (errnoOf(error) === undefined) throw error
    return undefined
  }
}
