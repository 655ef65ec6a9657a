// Follows a script from command to command without running it: which programs may start, with which arguments, in which folders, fed by what.
// Both ways of every condition are followed, a loop over known words is unrolled, and what only the run will tell stays open.

import { visit } from './agree.ts'
import { isHarmlessArithmetic } from './arithmetic.ts'
import { type BuiltinResult, followBuiltin } from './builtins.ts'
import { type Field, type FieldContext, fieldsOf, wholeField } from './fields.ts'
import type { Assignment, CommandStatement, Redirection, Statement, Word, WordPart } from './script.ts'
import { become, copyState, known, mergeStates, type State, UNKNOWN } from './state.ts'

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

const MAX_RUNS = 400
const MAX_UNROLLED = 32
const MAX_CALLS = 8

interface Walk extends Followed {
  readonly roots: readonly string[]
  calls: number
}

interface Place {
  readonly upstream: readonly Run[] | undefined
  readonly isBackground: boolean
  readonly isSubstituted: boolean
}

const TOP: Place = { upstream: undefined, isBackground: false, isSubstituted: false }

export interface FollowOptions {
  readonly folder: string
  /** The absolute paths of the workspace. */
  readonly roots: readonly string[]
}

export function followScript(script: Statement, { folder, roots }: FollowOptions): Followed {
  const walk: Walk = { runs: [], unclear: new Set(), roots, calls: 0 }
  follow(walk, script, { variables: new Map(), folders: [folder], functions: new Map() }, TOP)
  return walk
}

/** Changes `state` to what holds after the statement; returns what holds if it failed, where that differs. */
function follow(walk: Walk, statement: Statement, state: State, place: Place): State | undefined {
  if (walk.runs.length > MAX_RUNS) walk.unclear.add('…')
  if (walk.runs.length > MAX_RUNS) return undefined
  switch (statement.kind) {
    case 'command':
      return followCommand(walk, statement, state, place)
    case 'list':
      for (const { statement: inner, background } of statement.items)
        followItem(walk, inner, state, background ? { ...place, isBackground: true } : place)
      return undefined
    case 'chain':
      return followChain(walk, statement, state, place)
    case 'pipeline':
      return followPipeline(walk, statement, state, place)
    case 'group':
      followRedirections(walk, statement.redirections, state, place)
      return follow(walk, statement.body, statement.isSubshell ? copyState(state) : state, feed(statement, place))
    case 'function':
      state.functions.set(statement.name, { bodies: [statement.body], isSure: true })
      return undefined
    default:
      return followStructure(walk, statement, state, place)
  }
}

function followItem(walk: Walk, statement: Statement, state: State, place: Place): void {
  const inner = place.isBackground ? copyState(state) : state
  const failed = follow(walk, statement, inner, place)
  if (failed && inner === state) become(state, mergeStates(state, failed))
}

function followStructure(walk: Walk, statement: Statement, state: State, place: Place): State | undefined {
  if ('redirections' in statement) followRedirections(walk, statement.redirections, state, place)
  const inner = feed(statement, place)
  if (statement.kind === 'if') followIf(walk, statement, state, inner)
  if (statement.kind === 'for') followFor(walk, statement, state, inner)
  if (statement.kind === 'while') followWhile(walk, statement, state, inner)
  if (statement.kind === 'case') followCase(walk, statement, state, inner)
  if (statement.kind === 'test') followTest(walk, statement, state)
  if (statement.kind === 'arithmetic' && !isHarmlessArithmetic(statement.text, state)) walk.unclear.add(`((${statement.text}))`)
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

function followFor(walk: Walk, statement: Extract<Statement, { kind: 'for' }>, state: State, place: Place): void {
  const fields = statement.words.flatMap((word) => fieldsOf(word, contextOf(walk, state)))
  const isKnown = fields.length <= MAX_UNROLLED && fields.every(({ isOpen, isHome }) => !isOpen && !isHome)
  if (!isKnown) forgetAssigned(statement.body, state)
  const before = copyState(state)
  for (const { text } of isKnown ? fields : []) {
    state.variables.set(statement.name, known(text))
    followItem(walk, statement.body, state, place)
  }
  if (!isKnown) {
    const [only] = fields
    state.variables.set(statement.name, fields.length === 1 && only ? { prefix: only.prefix } : UNKNOWN)
    followItem(walk, statement.body, state, place)
  }
  become(state, mergeStates(before, state))
}

function followWhile(walk: Walk, { condition, body }: Extract<Statement, { kind: 'while' }>, state: State, place: Place): void {
  forgetAssigned(condition, state)
  forgetAssigned(body, state)
  const failed = follow(walk, condition, state, place)
  const inner = copyState(state)
  followItem(walk, body, inner, place)
  // In a second round the body begins where the first one ended.
  if (inner.folders.join() !== state.folders.join()) followItem(walk, body, inner, place)
  become(state, [state, inner, failed ?? state].reduce(mergeStates))
}

function followCase(walk: Walk, { word, branches }: Extract<Statement, { kind: 'case' }>, state: State, place: Place): void {
  wholeField(word, contextOf(walk, state))
  for (const pattern of branches.flatMap(({ patterns }) => patterns)) wholeField(pattern, contextOf(walk, state))
  const ends = branches.map(({ body }) => {
    const inner = copyState(state)
    followItem(walk, body, inner, place)
    return inner
  })
  become(state, ends.reduce(mergeStates, state))
}

const ARITHMETIC_TEST = /^-(?:eq|ne|lt|le|gt|ge|v)$/

/** `[[ a -eq b ]]` computes both sides as arithmetic, which may run code. */
function followTest(walk: Walk, { words }: Extract<Statement, { kind: 'test' }>, state: State): void {
  const fields = words.map((word) => wholeField(word, contextOf(walk, state)))
  const computes = fields.some(({ text }) => ARITHMETIC_TEST.test(text))
  if (computes && fields.some(({ text, isOpen }) => isOpen || (!/^-?\w*$|^[()<>!=&|]+$/.test(text) && !text.startsWith('-'))))
    walk.unclear.add(words.map(({ raw }) => raw).join(' '))
}

/** A variable that a loop sets has the value of an earlier round when it is read. */
function forgetAssigned(body: Statement, state: State): void {
  visit(body, (one) => {
    if (one.kind === 'for') state.variables.set(one.name, UNKNOWN)
    if (one.kind !== 'command') return
    for (const { name } of one.assignments) state.variables.set(name, UNKNOWN)
    for (const { raw } of one.words) {
      const name = /^[A-Za-z_]\w*/.exec(raw)?.[0]
      if (name !== undefined && state.variables.has(name)) state.variables.set(name, UNKNOWN)
    }
  })
}

const contextOf = (walk: Walk, state: State): FieldContext => ({
  state,
  rootText: (folder) => rootText(walk, folder),
  addUnclear: (text) => walk.unclear.add(text),
  substitute: (part: Extract<WordPart, { kind: 'substitution' | 'process' }>) => {
    const first = walk.runs.length
    follow(walk, part.body, copyState(state), { ...TOP, isSubstituted: true })
    return walk.runs.slice(first)
  },
})

function rootText({ roots: [root] }: Walk, folder: string): string | undefined {
  if (root === undefined || /^[?~/]|^\.\.(?:\/|$)/.test(folder)) return undefined
  return folder === '.' ? root : `${root}/${folder}`
}

const followRedirections = (walk: Walk, redirections: readonly Redirection[], state: State, place: Place): void => {
  if (redirections.length > 0)
    pushRun(walk, { fields: [], assignments: [], redirections: readRedirections(walk, redirections, state) }, state, place)
}

const readRedirections = (walk: Walk, redirections: readonly Redirection[], state: State): FollowedRedirection[] =>
  redirections.map(({ operator, descriptor, target }) => ({ operator, descriptor, target: wholeField(target, contextOf(walk, state)) }))

function pushRun(walk: Walk, run: Pick<Run, 'fields' | 'assignments' | 'redirections'>, state: State, place: Place): void {
  walk.runs.push({ ...run, folders: state.folders, ...place })
}

function followCommand(walk: Walk, statement: CommandStatement, state: State, place: Place): State | undefined {
  const context = contextOf(walk, state)
  const assigned = statement.assignments.map((assignment) => ({ ...assignment, value: assignedValue(assignment, context) }))
  const fields = statement.words.flatMap((word) => fieldsOf(word, context))
  const redirections = readRedirections(walk, statement.redirections, state)
  const [name] = fields
  const assignments = assigned.map(({ name: variable, value }) => ({ name: variable, value }))
  if (!name) {
    for (const { name: variable, value, appends, isList } of assigned)
      state.variables.set(
        variable,
        value.isOpen || value.isHome || appends || isList ? { prefix: appends || isList ? '' : value.prefix } : known(value.text),
      )
    pushRun(walk, { fields, assignments, redirections }, state, place)
    return undefined
  }
  const called = name.isOpen ? undefined : state.functions.get(name.text)
  if (called) return callFunction(walk, { called, fields, assignments, redirections }, state, place)
  const result: BuiltinResult = followBuiltin(fields, state, walk.roots)
  pushRun(walk, { fields, assignments, redirections }, state, place)
  if (result === 'plain') return undefined
  const failed = copyState(state)
  become(state, result)
  return failed
}

interface FunctionCall extends Pick<Run, 'fields' | 'assignments' | 'redirections'> {
  readonly called: { readonly bodies: readonly Statement[]; readonly isSure: boolean }
}

/** Its arguments are not followed into the body: `$1` stays open. */
function callFunction(walk: Walk, { called, ...run }: FunctionCall, state: State, place: Place): undefined {
  if (++walk.calls > MAX_CALLS) walk.unclear.add(run.fields[0]?.text ?? '')
  else for (const body of called.bodies) followItem(walk, body, state, place)
  const isCallOnly = called.isSure
  pushRun(walk, isCallOnly ? { ...run, fields: [] } : run, state, place)
  return undefined
}

function assignedValue({ values, isList }: Assignment, context: FieldContext): Field {
  const fields = values.map((value: Word) => wholeField(value, context))
  const [first] = fields
  if (!isList && first) return first
  return {
    text: '…',
    isOpen: true,
    mayBeOption: true,
    isPattern: false,
    prefix: '',
    isHome: false,
    from: fields.flatMap(({ from }) => from),
  }
}
