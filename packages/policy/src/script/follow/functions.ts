// Calls of functions that the script defines. Arguments are not followed into the body: `$1` stays open.

import type { Statement } from '../read/script.ts'
import type { SimpleRun } from '../run.ts'
import { assign, become, copyState, forgetPrefixed, known, mergeStates, type State, UNKNOWN } from '../state.ts'
import { collectLeaves, followItem, type Place, pushRun, type Walk } from './walk.ts'

const MAX_CALLS = 8

/** Some shells look for these before they look for functions. */
const SPECIAL = new Set([...'. : break continue eval exec exit export readonly return set shift source times trap unset'.split(' ')])

/** bash calls it in place of a program that is not there. */
const CALLED_BY_SHELL = 'command_not_found_handle'

export function defineFunction(walk: Walk, { name, body }: Extract<Statement, { kind: 'function' }>, state: State): void {
  if (name === CALLED_BY_SHELL) walk.unclear.add(name)
  walk.functions.set(name, [...new Set([...(walk.functions.get(name) ?? []), body])])
  state.functions.set(name, { bodies: [body], isSure: !SPECIAL.has(name) })
}

/** For code that runs at a time that is not known: any function of the script may be defined by then. */
export const anyFunction = (walk: Walk): State['functions'] =>
  new Map([...walk.functions].map(([name, bodies]) => [name, { bodies, isSure: false }]))

export interface FunctionCall extends SimpleRun {
  readonly called: { readonly bodies: readonly Statement[]; readonly isSure: boolean }
}

/** Where it is not sure that the name means a function, the caller follows the program of that name too. */
export function callFunction(walk: Walk, { called, ...run }: FunctionCall, state: State, place: Place): void {
  if (++walk.calls > MAX_CALLS) walk.unclear.add(run.fields[0]?.text ?? '')
  else become(state, afterBodies(walk, { called, ...run }, state, place))
  forgetPrefixed(run.assignments, state)
  if (called.isSure) pushRun(walk, { ...run, fields: [] }, state, place)
}

function afterBodies(walk: Walk, { called, assignments }: FunctionCall, state: State, place: Place): State {
  const ends = called.bodies.map((body) => {
    const inner = copyState(state)
    for (const { name, value } of assignments) assign(inner, name, value.isOpen || value.isHome ? UNKNOWN : known(value.text))
    const locals = new Set<string>()
    walk.locals.push(locals)
    collectLeaves(walk, inner, () => followItem(walk, body, inner, place))
    walk.locals.pop()
    for (const name of locals) assign(inner, name, UNKNOWN)
    return inner
  })
  return (called.isSure ? ends : [state, ...ends]).reduce(mergeStates)
}
