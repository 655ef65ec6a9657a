// Takes turns: whoever has much to do asks before each small step, and gets its turn in a round of the event loop of its own.
// So requests are answered between any two steps, and those who ask share the time evenly.

export type TakeTurn = () => Promise<void>

export function createTurns(): TakeTurn {
  const waiting: (() => void)[] = []
  const giveOne = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) setTimeout(giveOne, 0)
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setTimeout(giveOne, 0)
    })
}
