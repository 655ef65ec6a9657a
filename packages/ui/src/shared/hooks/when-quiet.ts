// What can wait until nothing more of its kind has come for a moment. An agent that reads a hundred files in a few seconds leaves no time
// to look at any of them; what is gone from the screen by then need not be done at all.

/** Takes what is to be done, and gives a way to take it back. */
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
