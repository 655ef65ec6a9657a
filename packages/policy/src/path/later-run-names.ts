// Names that something outside obeys or runs later, in whatever folder they lie: editors, shells, package managers, other agents.
import { foldSegments } from './check-path.ts'

export const LATER_RUN_NAMES: readonly string[] = [
  '.vscode',
  '.idea',
  '.zed',
  '.devcontainer',
  '.husky',
  '.envrc',
  '.npmrc',
  '.mcp.json',
  '.claude',
  '.cursor',
  '.codex',
  '.gemini',
  'opencode.json',
  '.github',
  '.countersign',
]
const NAMES: ReadonlySet<string> = new Set([...LATER_RUN_NAMES, '.devcontainer.json', 'opencode.jsonc'])
const ENDING = '.code-workspace'

// Most names of a project can be told at a glance.
const ORDINARY = /^(?!o)[a-z0-9_@][\w@+-]*(?:\.(?!code-workspace)[\w+-]+)*$/i

/** Compared as the most forgiving disk would: `.VSCode` is `.vscode` on some. */
export function isLaterRunName(name: string): boolean {
  if (ORDINARY.test(name)) return false
  const folded = foldSegments(name).at(-1) ?? ''
  return NAMES.has(folded) || folded.endsWith(ENDING) || (folded === '.git' && name !== '.git')
}

/** The path itself, or a folder on the way to it. */
export const isLaterRun = (path: string): boolean => path.split('/').some((name) => name === '.git' || isLaterRunName(name))
