// Delays work until no more of its kind has arrived for a moment. Nobody can look at a hundred cards in a few seconds; work for a
// card that has left the screen by then is not done at all.

/** Takes the work, and returns a function that cancels it. */
export type WhenQuiet = (run: () => void) => () => void

export function createWhenQuiet(milliseconds: number): WhenQuiet {
  const waiting = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const runAll = () => {
    const runs = [...waiting]
    waiting.clear()
    for (const run of runs) run()
  }
  return (run) => {
    waiting.add(run)
    clearTimeout(timer)
    timer = setTimeout(runAll, milliseconds)
    return () => void waiting.delete(run)
  }
}
