// One simple command of a script: what its words are, and what it changes for the commands behind it.

import { type FieldContext, fieldsOf, wholeField } from '../fields.ts'
import type { Assignment, CommandStatement, Word } from '../read/script.ts'
import type { Field, SimpleRun } from '../run.ts'
import { assign, become, copyState, forgetAll, forgetPrefixed, known, type State, UNKNOWN, type Value } from '../state.ts'
import { type BuiltinResult, followBuiltin } from './builtins.ts'
import { callFunction } from './functions.ts'
import { contextOf, followItem, mayLeave, type Place, pushRun, readRedirections, type Walk } from './walk.ts'

export function followCommand(walk: Walk, statement: CommandStatement, state: State, place: Place): State | undefined {
  const context = contextOf(walk, state)
  if (statement.words.length === 0) return followAssignments(walk, statement, state, place)
  const assignments = statement.assignments.map((assignment) => ({ name: assignment.name, value: assignedValue(assignment, context) }))
  const fields = statement.words.flatMap((word) => fieldsOf(word, context))
  const run: SimpleRun = { fields, assignments, redirections: readRedirections(walk, statement.redirections, state) }
  const [name] = fields
  if (!name) return followNothing(walk, statement, { run, state, place })
  const called = name.isOpen ? undefined : state.functions.get(name.text)
  if (called) callFunction(walk, { called, ...run }, state, place)
  return called?.isSure ? undefined : followProgram(walk, run, state, place)
}

/** Each value may use the one before it. */
function followAssignments(walk: Walk, statement: CommandStatement, state: State, place: Place): undefined {
  const assignments = statement.assignments.map((assignment) => {
    const value = assignedValue(assignment, contextOf(walk, state))
    if (state.variables.get(assignment.name)?.isFixed) mayLeave(walk, state)
    assign(state, assignment.name, valueAfter(assignment, value))
    return { name: assignment.name, value }
  })
  pushRun(walk, { fields: [], assignments, redirections: readRedirections(walk, statement.redirections, state) }, state, place)
}

/** All its words became nothing: what stands before them is assigned. */
function followNothing(
  walk: Walk,
  { assignments }: CommandStatement,
  { run, state, place }: { readonly run: SimpleRun; readonly state: State; readonly place: Place },
): undefined {
  for (const { name } of assignments) assign(state, name, UNKNOWN)
  pushRun(walk, run, state, place)
}

function valueAfter({ appends, isList }: Assignment, { isOpen, isHome, isNumber, prefix, text, from }: Field): Value {
  const origin = from.length > 0 ? { from } : {}
  if (appends || isList) return { ...UNKNOWN, ...origin }
  return isOpen || isHome ? { prefix, ...(isNumber && { isNumber }), ...origin } : { ...known(text), ...origin }
}

/** A builtin, or a program; `command` and `builtin` before it change nothing. */
function followProgram(walk: Walk, run: SimpleRun, state: State, place: Place): State | undefined {
  const fields = withoutPrefix(run.fields)
  const name = fields[0]?.isOpen ? '' : (fields[0]?.text ?? '')
  if (/^(?:return|break|continue)$/.test(name)) mayLeave(walk, state)
  const isText = name === 'eval' && fields.every(({ isOpen }) => !isOpen)
  if (isText) return followText(walk, { ...run, fields }, state, place)
  if (name === 'trap') followTrap(walk, fields)
  if (/^(?:local|declare|typeset)$/.test(name)) noteLocals(walk, fields)
  const result: BuiltinResult = followBuiltin(fields, state, walk.options.roots)
  pushRun(walk, run, state, place)
  const failed = result === 'plain' ? undefined : copyState(state)
  if (result !== 'plain') become(state, result)
  forgetPrefixed(run.assignments, state)
  if (/^(?:eval|source|\.)$/.test(name)) forgetAll(state)
  return failed
}

function withoutPrefix(fields: readonly Field[]): readonly Field[] {
  const [first, second] = fields
  if (first?.isOpen || !/^(?:command|builtin)$/.test(first?.text ?? '')) return fields
  const rest = fields.slice(second?.text === '-p' || second?.text === '--' ? 2 : 1)
  return rest.length === 0 ? fields : withoutPrefix(rest)
}

/** The text of `eval` runs in this shell: it sees its functions, and what it sets stays. */
function followText(walk: Walk, { fields, ...run }: SimpleRun, state: State, place: Place): undefined {
  const text = fields
    .slice(1)
    .map((field) => field.text)
    .join(' ')
  const body = walk.calls++ > MAX_TEXTS ? undefined : walk.options.readText(text)
  if (body) followItem(walk, body, state, place)
  else {
    walk.unclear.add(text)
    forgetAll(state)
  }
  forgetPrefixed(run.assignments, state)
  pushRun(walk, { ...run, fields: [] }, state, place)
}

const MAX_TEXTS = 8
/** Signals that come from outside or at the end; others come between any two commands. */
const FROM_OUTSIDE = /^(?:0|(?:SIG)?(?:EXIT|INT|TERM|HUP|QUIT))$/i

function followTrap(walk: Walk, [, text, ...signals]: readonly Field[]): void {
  if (!text || text.isOpen || /^-?$/.test(text.text)) return
  const body = walk.options.readText(text.text)
  const isOutside = signals.every((signal) => !signal.isOpen && FROM_OUTSIDE.test(signal.text))
  if (body && isOutside) walk.traps.push(body)
  else walk.unclear.add(`trap ${text.text}`)
}

function noteLocals(walk: Walk, fields: readonly Field[]): void {
  for (const { text } of fields) {
    const name = /^[A-Za-z_]\w*/.exec(text)?.[0]
    if (name !== undefined) for (const locals of walk.locals) locals.add(name)
  }
}

/** The index of a list is computed, and `[a]=` is one whose value is not known. */
const isComputedIndex = ({ raw }: Word): boolean => /\[[\s\S]*\]\+?=/.test(raw) && !/^\[\d+\]\+?=[^[]*$/.test(raw)

function assignedValue({ values, isList }: Assignment, context: FieldContext): Field {
  if (isList) for (const { raw } of values.filter(isComputedIndex)) context.addUnclear(raw)
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
