// A walk through a script that is not run: what it has found so far, and what every step of it shares.

import { type FieldContext, wholeField } from '../fields.ts'
import type { Redirection, Statement, WordPart } from '../read/script.ts'
import type { FollowedRedirection, Run, SimpleRun } from '../run.ts'
import { become, copyState, MAX_FOLDERS, mergeStates, type State } from '../state.ts'

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

/** Changes `state` to what holds after the statement; returns what holds if it failed, where that differs. */
export type Follow = (walk: Walk, statement: Statement, state: State, place: Place) => State | undefined

export interface Walk extends Followed {
  readonly options: FollowOptions
  /** Follows a statement inside another one. */
  readonly follow: Follow
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

export const startWalk = (options: FollowOptions, follow: Follow): Walk => ({
  options,
  follow,
  runs: [],
  unclear: new Set(),
  leaves: [],
  locals: [],
  traps: [],
  functions: new Map(),
  folders: new Set(),
  calls: 0,
})

export function pushRun(walk: Walk, run: SimpleRun, state: State, place: Place): void {
  for (const folder of state.folders) if (walk.folders.size < MAX_FOLDERS) walk.folders.add(folder)
  walk.runs.push({ ...run, folders: state.folders, ...place })
}

export function followItem(walk: Walk, statement: Statement, state: State, place: Place): void {
  const inner = place.isBackground ? copyState(state) : state
  const failed = walk.follow(walk, statement, inner, place)
  if (failed && inner === state) become(state, mergeStates(state, failed))
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
    walk.follow(walk, part.body, copyState(state), { ...TOP, isSubstituted: true })
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
