// What a deny rule on paths hides. It hides files from a tool if it names that tool, names read_file (what must not be read is shown by no
// tool), or names no tool at all. A deny rule that names only tools that change files hides nothing.
import { createPathTest, isNamedOrBelow, type PathTest } from './path-globs.ts'
import type { Rule } from './policy-file.ts'

/** Tools that run commands share one sandbox: what is hidden from one of them is hidden from all. */
export const COMMAND_TOOLS: readonly string[] = ['execute_command', 'run_command', 'run_persistent']

const READING = 'read_file'

/** Globs of the names that `tool` must not show. Plain strings, because they are sent to threads and compared. */
export function hiddenGlobs(rules: readonly Rule[], tool: string): readonly string[] {
  const meant = [READING, ...(COMMAND_TOOLS.includes(tool) ? COMMAND_TOOLS : [tool])]
  const hiding = rules.filter(
    ({ do: kind, paths, tools }) => kind === 'deny' && paths && (!tools || tools.some((name) => meant.includes(name))),
  )
  return hiding.flatMap(({ paths = [] }) => paths)
}

/** Whether a name is hidden, either itself or with a folder that contains it. */
export function createHiddenTest(globs: readonly string[]): PathTest {
  if (globs.length === 0) return () => false
  const test = createPathTest(globs)
  return (path) => isNamedOrBelow(test, path)
}
