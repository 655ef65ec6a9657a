// Changes that the editor's diff does not mark: by default it takes lines for equal that differ only in the blanks at their ends, and may
// fold them away. In many languages those blanks decide what runs.

export function hasUnmarkedChanges(diff: string): boolean {
  let removed = new Set<string>()
  for (const line of diff.split('\n')) {
    if (line.startsWith('-')) removed.add(line.slice(1).trim())
    else if (!line.startsWith('+')) removed = new Set()
    else if (removed.has(line.slice(1).trim())) return true
  }
  return false
}
