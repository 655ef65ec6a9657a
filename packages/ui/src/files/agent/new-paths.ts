// Which paths are new in a list that grows at its end, and loses as many at its beginning once it is full.

/** At least one is new: a list that is as long as before was full. */
export function newPaths(before: readonly string[], after: readonly string[]): readonly string[] {
  for (let dropped = after.length > before.length ? 0 : 1; dropped < before.length; dropped++) {
    const kept = before.slice(dropped)
    if (kept.every((path, index) => path === after[index])) return after.slice(kept.length)
  }
  return after
}
