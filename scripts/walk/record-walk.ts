// Which functions one call enters: those that each of several calls enters, after earlier calls that triggered lazy loading. Functions
// entered by timers of the server and the runner appear in only some of the calls.
import { pause } from '../../packages/test-kit/src/wait.ts'
import type { EnteredFunction } from './entered-function.ts'
import type { TracedSystem } from './traced-system.ts'
import type { Walk } from './walks.ts'

const WARM_UP_CALLS = 3
const CALLS = 8
/** After its result, a call is over when nothing new is entered for this long: the runner still learns that its result has arrived. */
const QUIET_MILLISECONDS = 50
/** Changed files are reported later, together with others. */
const MAX_ROUNDS = 3

type Entered = ReadonlyMap<string, EnteredFunction>

export async function recordWalk(system: TracedSystem, walk: Walk): Promise<EnteredFunction[]> {
  for (let number = 0; number < WARM_UP_CALLS; number += 1) await enteredBy(system, walk, number)
  const calls: Entered[] = []
  for (let number = 0; number < CALLS; number += 1) calls.push(await enteredBy(system, walk, WARM_UP_CALLS + number))
  const [first = new Map(), ...others] = calls
  return [...first].filter(([key]) => others.every((call) => call.has(key))).map(([, one]) => one)
}

async function enteredBy(system: TracedSystem, walk: Walk, number: number): Promise<Entered> {
  await system.takeEntered()
  const { status } = await walk.call(system, number)
  if (status !== 'completed') throw new Error(`The call ended as ${status}.`)
  const entered = new Map<string, EnteredFunction>()
  for (let [round, before] = [0, -1]; round < MAX_ROUNDS && before < entered.size; round += 1) {
    before = entered.size
    await pause(QUIET_MILLISECONDS)
    for (const one of await system.takeEntered()) entered.set(`${one.file}:${one.at}`, one)
  }
  return entered
}
