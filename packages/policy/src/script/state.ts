// What is known at one point of a script before it runs: variables, folders and functions. Where two ways lead to the same point, only what both
// agree on stays known.
import type { Statement } from './read/script.ts'
import type { Run, SimpleRun } from './run.ts'

/** A text that is known as a whole, or only by how it begins. */
export interface Value {
  readonly text?: string
  readonly prefix: string
  /** Digits only, whatever they are. */
  readonly isNumber?: true
  /** Programs whose output it holds. */
  readonly from?: readonly Run[]
  /** `readonly`: a later assignment fails, and the rest of its line is not run. */
  readonly isFixed?: true
}

export const A_NUMBER: Value = { prefix: '', isNumber: true }
export const UNKNOWN: Value = { prefix: '' }
export const known = (text: string): Value => ({ text, prefix: text })

export interface State {
  readonly variables: Map<string, Value>
  /** Folders in which the next command may run: relative to the workspace, absolute where outside, `?` where only the run will tell. */
  folders: readonly string[]
  readonly functions: Map<string, { readonly bodies: readonly Statement[]; readonly isSure: boolean }>
}

export const MAX_FOLDERS = 16

/** The shell gives these a value of its own, whatever a script has assigned. */
const SET_BY_SHELL =
  /^(?:_|BASH\w*|(?:OLD)?PWD|OPT\w*|MAPFILE|REPLY|FUNCNAME|DIRSTACK|GROUPS|PIPESTATUS|S?RANDOM|SECONDS|LINENO|EPOCH\w+|HIST\w*|COPROC\w*|E?UID|PPID|SHLVL|SHELLOPTS|COLUMNS|LINES|COMP_\w+|READLINE_\w+)$/

export function assign(state: State, name: string, value: Value): void {
  const isFixed = state.variables.get(name)?.isFixed
  const isOpen = isFixed || SET_BY_SHELL.test(name)
  state.variables.set(name, { ...(isOpen ? UNKNOWN : value), ...(isFixed && { isFixed }) })
}

/** `x=1 cmd` is gone afterwards, but not in every shell and for every builtin. */
export function forgetPrefixed(assignments: SimpleRun['assignments'], state: State): void {
  for (const { name } of assignments) assign(state, name, UNKNOWN)
}

/** After code that nobody has read, nothing is known. */
export function forgetAll(state: State): void {
  for (const name of state.variables.keys()) assign(state, name, UNKNOWN)
  for (const name of state.functions.keys()) doubtFunction(state, name)
  // A variable that was never mentioned is unknown anyway, but for these.
  for (const name of ['HOME', 'PWD']) assign(state, name, UNKNOWN)
  state.folders = ['?']
}

/** Whether the name still means the function is not sure. */
export function doubtFunction(state: State, name: string): void {
  const known = state.functions.get(name)
  if (known) state.functions.set(name, { ...known, isSure: false })
}

export function isSameState(one: State, other: State): boolean {
  const names = new Set([...one.variables.keys(), ...other.variables.keys()])
  return (
    one.folders.join('\n') === other.folders.join('\n') &&
    [...names].every((name) => isSameValue(one.variables.get(name), other.variables.get(name))) &&
    JSON.stringify(functionsOf(one)) === JSON.stringify(functionsOf(other))
  )
}

const isSameValue = (one: Value = UNKNOWN, other: Value = UNKNOWN): boolean => one.text === other.text && one.prefix === other.prefix

const functionsOf = ({ functions }: State): unknown[] =>
  [...functions].map(([name, { bodies, isSure }]) => [name, bodies.length, isSure]).toSorted()

export const copyState = (state: State): State => ({
  variables: new Map(state.variables),
  folders: state.folders,
  functions: new Map(state.functions),
})

export function mergeStates(one: State, other: State): State {
  const variables = new Map<string, Value>()
  for (const name of new Set([...one.variables.keys(), ...other.variables.keys()])) {
    const [left, right] = [one.variables.get(name), other.variables.get(name)]
    const isFixed = left?.isFixed || right?.isFixed
    const value = left && right && isSameValue(left, right) && left.isNumber === right.isNumber ? left : UNKNOWN
    const from = [...new Set([...(left?.from ?? []), ...(right?.from ?? [])])]
    variables.set(name, { ...value, ...(isFixed && { isFixed }), ...(from.length > 0 && { from }) })
  }
  const folders = [...new Set([...one.folders, ...other.folders])]
  return { variables, folders: folders.length > MAX_FOLDERS ? ['?'] : folders, functions: mergeFunctions(one, other) }
}

function mergeFunctions(one: State, other: State): State['functions'] {
  const merged: State['functions'] = new Map()
  for (const name of new Set([...one.functions.keys(), ...other.functions.keys()])) {
    const [left, right] = [one.functions.get(name), other.functions.get(name)]
    const bodies = [...new Set([...(left?.bodies ?? []), ...(right?.bodies ?? [])])]
    merged.set(name, { bodies, isSure: bodies.length === 1 && left?.isSure === true && right?.isSure === true })
  }
  return merged
}

/** Replaces what `state` knows: it is handed from statement to statement. */
export function become(state: State, next: State): void {
  const { variables, functions } = copyState(next)
  state.variables.clear()
  state.functions.clear()
  for (const [name, value] of variables) state.variables.set(name, value)
  for (const [name, value] of functions) state.functions.set(name, value)
  state.folders = next.folders
}
