// A unified diff from its first hunk on: what stands above names files and says notes, and is no part of the change.

export function withoutHeader(diff: string): string {
  const lines = diff.split('\n')
  const first = lines.findIndex((line) => line.startsWith('@@'))
  return first < 0 ? '' : lines.slice(first).join('\n')
}
