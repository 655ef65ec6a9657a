// A walk through a script that is not run: what it has found so far, and what every step of it shares.

import { type Field, type FieldContext, wholeField } from './fields.ts'
import { follow } from './follow.ts'
import type { Redirection, Statement, WordPart } from './script.ts'
import { become, copyState, MAX_FOLDERS, mergeStates, type State } from './state.ts'

export interface FollowedRedirection {
  readonly operator: string
  readonly descriptor: string
  readonly target: Field
}

/** A program or builtin that may start. */
export interface Run {
  readonly fields: readonly Field[]
  readonly assignments: readonly { readonly name: string; readonly value: Field }[]
  readonly redirections: readonly FollowedRedirection[]
  readonly folders: readonly string[]
  /** Its standard input comes from a pipe, from these programs. */
  readonly upstream: readonly Run[] | undefined
  readonly isBackground: boolean
  /** Its output becomes words of another command. */
  readonly isSubstituted: boolean
}

export interface Followed {
  readonly runs: Run[]
  /** Texts that were read but whose effect is not known. */
  readonly unclear: Set<string>
}

export interface FollowOptions {
  readonly folder: string
  /** The absolute paths of the workspace. */
  readonly roots: readonly string[]
  /** Reads a text that runs in the same shell, as that of `eval`; undefined if it is not understood. */
  readonly readText: (text: string) => Statement | undefined
}

export interface Walk extends Followed {
  readonly options: FollowOptions
  /** Of each loop and function that is being followed: what is known where `break`, `return` or an error may leave it. */
  readonly leaves: State[][]
  /** Of each function that is being followed: the variables that may be its own. */
  readonly locals: Set<string>[]
  /** What runs at the end, whatever is known then. */
  readonly traps: Statement[]
  readonly functions: Map<string, Statement[]>
  readonly folders: Set<string>
  calls: number
}

export interface Place {
  readonly upstream: readonly Run[] | undefined
  readonly isBackground: boolean
  readonly isSubstituted: boolean
}

export const TOP: Place = { upstream: undefined, isBackground: false, isSubstituted: false }

export const startWalk = (options: FollowOptions): Walk => ({
  options,
  runs: [],
  unclear: new Set(),
  leaves: [],
  locals: [],
  traps: [],
  functions: new Map(),
  folders: new Set(),
  calls: 0,
})

export function pushRun(walk: Walk, run: Pick<Run, 'fields' | 'assignments' | 'redirections'>, state: State, place: Place): void {
  for (const folder of state.folders) if (walk.folders.size < MAX_FOLDERS) walk.folders.add(folder)
  walk.runs.push({ ...run, folders: state.folders, ...place })
}

/** Whatever is being followed may end here: by `return` or `break`, or by an error that ends the line. */
export function mayLeave(walk: Walk, state: State): void {
  for (const leaves of walk.leaves) leaves.push(copyState(state))
}

/** Follows a part that may be left early, and makes `state` what holds behind it whichever way was taken. */
export function collectLeaves(walk: Walk, state: State, followPart: (leaves: readonly State[]) => void): void {
  const leaves: State[] = []
  walk.leaves.push(leaves)
  followPart(leaves)
  walk.leaves.splice(walk.leaves.indexOf(leaves), 1)
  become(state, leaves.reduce(mergeStates, copyState(state)))
}

export const contextOf = (walk: Walk, state: State): FieldContext => ({
  state,
  rootText: (folder) => rootText(walk, folder),
  addUnclear: (text) => walk.unclear.add(text),
  mayFail: () => mayLeave(walk, state),
  substitute: (part: Extract<WordPart, { kind: 'substitution' | 'process' }>) => {
    const first = walk.runs.length
    follow(walk, part.body, copyState(state), { ...TOP, isSubstituted: true })
    return walk.runs.slice(first)
  },
})

function rootText({ options }: Walk, folder: string): string | undefined {
  const [root] = options.roots
  if (root === undefined || /^[?~/]|^\.\.(?:\/|$)/.test(folder)) return undefined
  return folder === '.' ? root : `${root}/${folder}`
}

export const readRedirections = (walk: Walk, redirections: readonly Redirection[], state: State): FollowedRedirection[] =>
  redirections.map(({ operator, descriptor, target }) => ({ operator, descriptor, target: wholeField(target, contextOf(walk, state)) }))
