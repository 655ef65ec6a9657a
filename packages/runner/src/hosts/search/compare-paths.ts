// The order of a tree: names compared one by one, a folder's content where the folder stands.

export function comparePaths(one: string, other: string): number {
  const [left, right] = [one.split('/'), other.split('/')]
  for (const [index, name] of left.entries()) {
    const against = right[index]
    if (against === undefined) return 1
    if (name !== against) return name < against ? -1 : 1
  }
  return left.length - right.length
}
