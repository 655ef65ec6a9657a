// Which paths are new in a bounded list that grows at its end and loses entries at its start.

/** At least one is new: if the length is the same, the list was full. */
export function newPaths(before: readonly string[], after: readonly string[]): readonly string[] {
  for (let dropped = after.length > before.length ? 0 : 1; dropped < before.length; dropped++) {
    const kept = before.slice(dropped)
    if (kept.every((path, index) => path === after[index])) return after.slice(kept.length)
  }
  return after
}
