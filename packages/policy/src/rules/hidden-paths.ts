// What a deny on paths hides. It hides from a tool where it names that tool, names read_file (what must not be read is shown by
// nobody), or names no tool at all; a deny that only names tools that change files hides nothing.
import { createPathTest, isNamedOrBelow, type PathTest } from './path-globs.ts'
import type { Rule } from './policy-file.ts'

/** Tools that run commands see one and the same sandbox: what is hidden from one of them is hidden from all. */
export const COMMAND_TOOLS: readonly string[] = ['execute_command', 'run_command', 'run_persistent']

const READING = 'read_file'

/** Globs of the names that `tool` must not show. Plain texts, because they travel to threads and are compared. */
export function hiddenGlobs(rules: readonly Rule[], tool: string): readonly string[] {
  const meant = [READING, ...(COMMAND_TOOLS.includes(tool) ? COMMAND_TOOLS : [tool])]
  const hiding = rules.filter(
    ({ do: kind, paths, tools }) => kind === 'deny' && paths && (!tools || tools.some((name) => meant.includes(name))),
  )
  return hiding.flatMap(({ paths = [] }) => paths)
}

/** Whether a name is hidden, itself or with a folder that it lies in. */
export function createHiddenTest(globs: readonly string[]): PathTest {
  if (globs.length === 0) return () => false
  const test = createPathTest(globs)
  return (path) => isNamedOrBelow(test, path)
}
