// Loops of a script. One over known words is unrolled; any other is followed until another round would tell nothing new.

import { fieldsOf } from '../fields.ts'
import { visit } from '../read/agree.ts'
import type { Statement } from '../read/script.ts'
import { plainField } from '../run.ts'
import { assign, become, copyState, forgetAll, isSameState, known, mergeStates, type State, UNKNOWN } from '../state.ts'
import { collectLeaves, contextOf, followItem, type Place, pushRun, type Walk } from './walk.ts'

const MAX_UNROLLED = 32
const MAX_ROUNDS = 3

type For = Extract<Statement, { kind: 'for' }>
type While = Extract<Statement, { kind: 'while' }>

export function followFor(walk: Walk, statement: For, state: State, place: Place): void {
  const { name, words, body } = statement
  const fields = words.flatMap((word) => fieldsOf(word, contextOf(walk, state)))
  pushRun(walk, { fields: [], assignments: [{ name, value: plainField('') }], redirections: [] }, state, place)
  const isKnown = fields.length <= MAX_UNROLLED && fields.every(({ isOpen, isHome }) => !isOpen && !isHome)
  if (isKnown) {
    followEach(walk, statement, { texts: fields.map(({ text }) => text), state, place })
    return
  }
  const [only] = fields
  const value = fields.length === 1 && only ? { prefix: only.prefix } : UNKNOWN
  forgetAssigned(body, state)
  followRounds(walk, state, (inner) => {
    assign(inner, name, value)
    followItem(walk, body, inner, place)
  })
}

interface KnownRounds {
  readonly texts: readonly string[]
  readonly state: State
  readonly place: Place
}

function followEach(walk: Walk, { name, body }: For, { texts, state, place }: KnownRounds): void {
  const before = copyState(state)
  collectLeaves(walk, state, (leaves) => {
    for (const text of texts) {
      assign(state, name, known(text))
      followItem(walk, body, state, place)
      // `continue` begins the next round from where it stands.
      become(state, leaves.reduce(mergeStates, copyState(state)))
    }
  })
  become(state, mergeStates(before, state))
}

export function followWhile(walk: Walk, { condition, body }: While, state: State, place: Place): void {
  forgetAssigned(condition, state)
  forgetAssigned(body, state)
  followRounds(walk, state, (inner) => {
    const failed = walk.follow(walk, condition, inner, place)
    const ended = mergeStates(inner, failed ?? inner)
    followItem(walk, body, inner, place)
    become(inner, mergeStates(inner, ended))
  })
}

/** `state` becomes what holds behind any number of rounds, none included. */
function followRounds(walk: Walk, state: State, followRound: (inner: State) => void): void {
  for (let round = 0; ; round++) {
    const before = copyState(state)
    if (round === MAX_ROUNDS) forgetAll(state)
    const inner = copyState(state)
    collectLeaves(walk, inner, () => followRound(inner))
    become(state, mergeStates(state, inner))
    if (round >= MAX_ROUNDS || isSameState(before, state)) return
  }
}

/** A variable that a loop sets has the value of an earlier round when it is read; a function that it defines may be called before. */
function forgetAssigned(body: Statement, state: State): void {
  visit(body, (one) => {
    if (one.kind === 'for') assign(state, one.name, UNKNOWN)
    if (one.kind !== 'command') return
    for (const { name } of one.assignments) assign(state, name, UNKNOWN)
    for (const { raw } of one.words) {
      const name = /^[A-Za-z_]\w*/.exec(raw)?.[0]
      if (name !== undefined && state.variables.has(name)) assign(state, name, UNKNOWN)
    }
  })
}
