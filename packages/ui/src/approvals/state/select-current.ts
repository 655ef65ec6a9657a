// Which card is open: the chosen one, or the one that took its place.

export function selectCurrent(ids: readonly string[], before: readonly string[], chosen: string | undefined): string | undefined {
  if (chosen !== undefined && ids.includes(chosen)) return chosen
  const place = chosen === undefined ? -1 : before.indexOf(chosen)
  if (place < 0) return ids[0]
  return before.slice(place + 1).find((id) => ids.includes(id)) ?? ids.at(-1)
}

/** The id `step` positions further, within the list. */
export function stepFrom(ids: readonly string[], current: string | undefined, step: number): string | undefined {
  const place = current === undefined ? -1 : ids.indexOf(current)
  return ids[Math.min(ids.length - 1, Math.max(0, place + step))]
}
