// Which files one call enters: those that every one of several calls enters, after others that loaded what is loaded late.
// What timers of the server and the runner enter meanwhile is in some of them only.
import { pause } from '../../e2e/src/world/wait.ts'
import type { TracedSystem } from './traced-system.ts'
import type { Walk } from './walks.ts'

const WARM_UP_CALLS = 3
const CALLS = 8
/** After its result a call is over when nothing new is entered for this long: the runner still learns that its result has arrived. */
const QUIET_MILLISECONDS = 50
/** Changed files are reported later, and together with others. */
const MAX_ROUNDS = 3

export async function recordWalk(system: TracedSystem, walk: Walk): Promise<string[]> {
  for (let number = 0; number < WARM_UP_CALLS; number += 1) await enteredBy(system, walk, number)
  let files: Set<string> | undefined
  for (let number = 0; number < CALLS; number += 1) {
    const entered = await enteredBy(system, walk, WARM_UP_CALLS + number)
    files = files?.intersection(entered) ?? entered
  }
  return [...(files ?? [])].sort()
}

async function enteredBy(system: TracedSystem, walk: Walk, number: number): Promise<Set<string>> {
  await system.takeEntered()
  const { status } = await walk.call(system, number)
  if (status !== 'completed') throw new Error(`The call ended as ${status}.`)
  const entered = new Set<string>()
  for (let [round, before] = [0, -1]; round < MAX_ROUNDS && before < entered.size; round += 1) {
    before = entered.size
    await pause(QUIET_MILLISECONDS)
    for (const file of await system.takeEntered()) entered.add(file)
  }
  return entered
}
