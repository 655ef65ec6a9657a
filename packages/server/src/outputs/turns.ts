// Runs tasks with the same name one after another: a chunk that is sent again while the first is still being written must not see
// the old size.

export type InTurn = <T>(name: string, act: () => Promise<T>) => Promise<T>

export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return (name, act) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(act, act)
    last.set(name, turn)
    const forget = () => {
      if (last.get(name) === turn) last.delete(name)
    }
    turn.then(forget, forget)
    return turn
  }
}
