// Follows a script from command to command without running it: which programs may start, with which arguments, in which folders, fed by what.
// Both ways of every condition are followed, a loop over known words is unrolled, and what only the run will tell stays open.
import { assignedIn, isHarmlessArithmetic } from '../arithmetic.ts'
import { wholeField } from '../fields.ts'
import type { ListItem, Redirection, Statement } from '../read/script.ts'
import { A_NUMBER, assign, become, copyState, mergeStates, type State } from '../state.ts'
import { followCommand } from './follow-command.ts'
import { followFor, followWhile } from './follow-loops.ts'
import { followTest } from './follow-test.ts'
import { anyFunction, defineFunction } from './functions.ts'
import {
  contextOf,
  type Followed,
  type FollowOptions,
  followItem,
  mayLeave,
  type Place,
  pushRun,
  readRedirections,
  startWalk,
  TOP,
  type Walk,
} from './walk.ts'

const MAX_RUNS = 400

export function followScript(script: Statement, options: FollowOptions): Followed {
  const walk = startWalk(options, follow)
  const state: State = { variables: new Map(), folders: [options.folder], functions: new Map() }
  const items = script.kind === 'list' ? script.items : [{ statement: script, background: false, endsLine: true }]
  const leaves: State[] = []
  walk.leaves.push(leaves)
  for (const item of items) {
    followListItem(walk, item, state, TOP)
    // An error ended the line; the next one runs all the same.
    if (item.endsLine) become(state, leaves.splice(0).reduce(mergeStates, copyState(state)))
  }
  for (const body of walk.traps)
    followItem(walk, body, { variables: new Map(), folders: [...walk.folders, '?'], functions: anyFunction(walk) }, TOP)
  return walk
}

function follow(walk: Walk, statement: Statement, state: State, place: Place): State | undefined {
  if (walk.runs.length > MAX_RUNS) walk.unclear.add('…')
  if (walk.runs.length > MAX_RUNS) return undefined
  switch (statement.kind) {
    case 'command':
      return followCommand(walk, statement, state, place)
    case 'list':
      for (const item of statement.items) followListItem(walk, item, state, place)
      return undefined
    case 'chain':
      return followChain(walk, statement, state, place)
    case 'pipeline':
      return followPipeline(walk, statement, state, place)
    case 'group':
      followRedirections(walk, statement.redirections, state, place)
      return follow(walk, statement.body, statement.isSubshell ? copyState(state) : state, feed(statement, place))
    case 'function':
      defineFunction(walk, statement, state)
      return undefined
    default:
      return followStructure(walk, statement, state, place)
  }
}

const followListItem = (walk: Walk, { statement, background }: ListItem, state: State, place: Place): void =>
  followItem(walk, statement, state, background ? { ...place, isBackground: true } : place)

function followStructure(walk: Walk, statement: Statement, state: State, place: Place): State | undefined {
  if ('redirections' in statement) followRedirections(walk, statement.redirections, state, place)
  const inner = feed(statement, place)
  if (statement.kind === 'if') followIf(walk, statement, state, inner)
  if (statement.kind === 'for') followFor(walk, statement, state, inner)
  if (statement.kind === 'while') followWhile(walk, statement, state, inner)
  if (statement.kind === 'case') followCase(walk, statement, state, inner)
  if (statement.kind === 'test') followTest(walk, statement, state)
  if (statement.kind === 'arithmetic') followArithmetic(walk, statement.text, state)
  return undefined
}

/** What a structure reads, all commands in it may read. */
function feed(statement: Statement, place: Place): Place {
  const isFed = 'redirections' in statement && statement.redirections.some(({ operator }) => operator.startsWith('<'))
  return isFed ? { ...place, upstream: place.upstream ?? [] } : place
}

function followChain(walk: Walk, { links }: Extract<Statement, { kind: 'chain' }>, state: State, place: Place): State | undefined {
  let ok: State = copyState(state)
  let failed: State = state
  links.forEach(({ joint, statement }, index) => {
    const from = copyState(joint === '||' ? failed : ok)
    const before = copyState(from)
    const ifFailed = follow(walk, statement, from, place) ?? (index === 0 ? from : mergeStates(before, from))
    if (joint === '||') [ok, failed] = [mergeStates(ok, from), ifFailed]
    else [ok, failed] = [from, index === 0 ? ifFailed : mergeStates(failed, ifFailed)]
  })
  become(state, ok)
  return failed
}

/** Each stage is a shell of its own: nothing that it sets is known afterwards. */
function followPipeline(walk: Walk, { stages }: Extract<Statement, { kind: 'pipeline' }>, state: State, place: Place): undefined {
  let upstream = place.upstream
  for (const stage of stages) {
    const first = walk.runs.length
    follow(walk, stage, copyState(state), { ...place, upstream })
    upstream = [...(upstream ?? []), ...walk.runs.slice(first)]
  }
  return undefined
}

function followIf(walk: Walk, { branches }: Extract<Statement, { kind: 'if' }>, state: State, place: Place): void {
  let otherwise = copyState(state)
  const ends: State[] = []
  for (const { condition, body } of branches) {
    const inner = copyState(otherwise)
    const failed = condition && follow(walk, condition, inner, place)
    otherwise = failed ?? copyState(inner)
    followItem(walk, body, inner, place)
    ends.push(inner)
  }
  become(state, ends.reduce(mergeStates, otherwise))
}

function followCase(walk: Walk, { word, branches }: Extract<Statement, { kind: 'case' }>, state: State, place: Place): void {
  wholeField(word, contextOf(walk, state))
  for (const pattern of branches.flatMap(({ patterns }) => patterns)) wholeField(pattern, contextOf(walk, state))
  let before: State | undefined
  const ends = branches.map(({ body, goesOn }) => {
    const inner = before ? mergeStates(state, before) : copyState(state)
    followItem(walk, body, inner, place)
    before = goesOn ? inner : undefined
    return copyState(inner)
  })
  become(state, ends.reduce(mergeStates, state))
}

function followArithmetic(walk: Walk, text: string, state: State): void {
  if (!isHarmlessArithmetic(text, state)) walk.unclear.add(`((${text}))`)
  mayLeave(walk, state)
  for (const name of assignedIn(text)) assign(state, name, A_NUMBER)
}

const followRedirections = (walk: Walk, redirections: readonly Redirection[], state: State, place: Place): void => {
  if (redirections.length > 0)
    pushRun(walk, { fields: [], assignments: [], redirections: readRedirections(walk, redirections, state) }, state, place)
}
