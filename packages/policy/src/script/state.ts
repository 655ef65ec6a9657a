// What is known at one point of a script before it runs: variables, folders and functions. Where two ways lead to the same point, only what both
// agree on stays known.
import type { Statement } from './script.ts'

/** A text that is known as a whole, or only by how it begins. */
export interface Value {
  readonly text?: string
  readonly prefix: string
  /** Digits only, whatever they are. */
  readonly isNumber?: true
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

export const copyState = (state: State): State => ({
  variables: new Map(state.variables),
  folders: state.folders,
  functions: new Map(state.functions),
})

export function mergeStates(one: State, other: State): State {
  const variables = new Map<string, Value>()
  for (const name of new Set([...one.variables.keys(), ...other.variables.keys()])) {
    const [left, right] = [one.variables.get(name), other.variables.get(name)]
    variables.set(name, left && right && left.text === right.text && left.prefix === right.prefix ? left : UNKNOWN)
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
