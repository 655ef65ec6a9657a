// Which paths are new in a list that grows at its end and loses its beginning.

export function newPaths(before: readonly string[], after: readonly string[]): readonly string[] {
  for (let dropped = 0; dropped <= before.length; dropped++) {
    const kept = before.length - dropped
    if (kept <= after.length && before.slice(dropped).every((path, index) => path === after[index])) {
      // The list only loses its beginning where it would be too long.
      if (dropped === 0 || after.length >= before.length) return after.slice(kept)
    }
  }
  return after
}
