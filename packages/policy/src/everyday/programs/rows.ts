// A program of everyday work, judged by its row: the sub-command is found among the words, and what the row says of it holds.

import { sentence } from '@countersign/protocol'
import { readOptionsAndOperands } from '../../command/apply-table.ts'
import { type Options, type OptionTable, spellings } from '../../command/option-table.ts'
import { type ReadArguments, readOptions } from '../../command/read-options.ts'
import { EVERYDAY_PROGRAMS } from '../../programs/everyday.ts'
import type { Effect, Program, ProgramRow } from '../../programs/program.ts'
import { OPERAND_RULES } from '../../programs/tables/operand-rules.ts'
import { printable } from '../../risk/index.ts'
import type { Field } from '../../script/run.ts'
import { type Found, found, join, NOTHING, type ProgramCall, shown, textsOf } from '../found.ts'
import { judgePath, judgeSuspect } from '../places.ts'
import { foundEffect } from './effects.ts'
import { judgeReading, mayBeOption } from './readings.ts'

export interface RowMatch {
  readonly program: Program
  readonly row: ProgramRow | undefined
  /** The sub-command as a person would name it: `npm test`. */
  readonly name: string
  /** The words that are neither the sub-command nor an option before it. */
  readonly rest: readonly Field[]
  readonly unknownOption: string | undefined
}

export const findProgram = (name: string): Program | undefined => EVERYDAY_PROGRAMS.get(name)

export function matchRow(program: Program, name: string, args: readonly Field[]): RowMatch {
  const { operands, unknownOption } = readLeading(program, args)
  const rows = program.rows
    .map((row) => ({ row, indexes: matchWords(program, row, args, operands) }))
    .filter(({ indexes }) => indexes !== undefined)
  const best = rows.toSorted((one, other) => (other.indexes?.length ?? 0) - (one.indexes?.length ?? 0))[0]
  const taken = new Set(best?.indexes ?? operands.slice(0, 1))
  const words = [...taken].map((index) => args[index]?.text ?? '')
  const rest = args.filter((_, index) => !taken.has(index))
  return { program, row: best?.row, name: [name, ...words].join(' '), rest, unknownOption }
}

/** The places of the words that are neither options nor their values; options that the table does not know are told. */
function readLeading(program: Program, args: readonly Field[]): { operands: number[]; unknownOption: string | undefined } {
  const known = spellings(program.options ?? {})
  const operands: number[] = []
  let unknownOption: string | undefined
  for (let index = 0; index < args.length; index++) {
    const { text } = args[index] as Field
    if (text === '--') break
    if (!text.startsWith('-') || text === '-') operands.push(index)
    else {
      const option = known.get(text.split('=')[0] as string)
      if (option?.takes === 'value' && !text.includes('=')) index += 1
      else if (!option && operands.length === 0) unknownOption ??= text
    }
  }
  return { operands, unknownOption }
}

/** Undefined if the row is about another sub-command. */
function matchWords({ otherwise }: Program, row: ProgramRow, args: readonly Field[], operands: readonly number[]): number[] | undefined {
  // Where other words mean something else, the row is for the program alone.
  if (row.words === '') return otherwise === undefined || operands.length === 0 ? [] : undefined
  const words = row.words.split(' ').map((word) => word.split('|'))
  // An option that stands for a sub-command comes first: `npm -v`.
  if (args[0]?.text.startsWith('-') && words.length === 1 && isOne(words[0] ?? [], args[0])) return [0]
  const places = operands.slice(0, words.length)
  return places.length === words.length && words.every((word, index) => isOne(word, args[places[index] as number])) ? places : undefined
}

const isOne = (spellingsOfWord: readonly string[], field: Field | undefined): boolean =>
  field !== undefined && !field.isOpen && spellingsOfWord.includes(field.text)

export function judgeByRows(program: Program, call: ProgramCall): Found {
  const match = matchRow(program, call.name, call.args)
  const { row } = match
  if (!row) return judgeWithoutRow(match, call)
  if (row.effect === 'reads') return judgeReads(match, row, call)
  const effects = new Set([row.effect, ...raisedBy(match, row, call)])
  const inner = row.runs ? judgeInner(row, match, call) : NOTHING
  const script = row.script ? judgeScriptName(match, row) : NOTHING
  return join(...[...effects].map((effect) => foundEffect(effect, match.name)), inner, script, judgeWords(match, row, call))
}

/** A sub-command that no row names: a script of the package for a package manager, else whatever the program says of the others. */
function judgeWithoutRow(match: RowMatch, call: ProgramCall): Found {
  const { otherwise = 'code' } = match.program
  const effect = otherwise === 'script' ? effectOfScript(match.name.split(' ')[1] ?? '') : otherwise
  return join(foundEffect(effect, match.name), ...match.rest.map((field) => judgeSuspect(field, call.folders, call.facts)))
}

const SERVER_SCRIPT = /^(?:dev|start|serve|server|preview|watch|storybook)(?:$|[:.-])/

/** A script that is called so goes on until it is ended. */
export const effectOfScript = (name: string): Effect =>
  SERVER_SCRIPT.test(name) || /[:.-](?:watch|serve|dev)$/.test(name) ? 'serves' : 'builds'

function judgeScriptName({ rest, name }: RowMatch, row: ProgramRow): Found {
  const [first] = rest.filter(({ text }) => !text.startsWith('-'))
  if (!first || row.effect !== 'builds') return NOTHING
  return effectOfScript(first.text) === 'serves' && row.script === 'package' ? foundEffect('serves', `${name} ${first.text}`) : NOTHING
}

function raisedBy({ program, rest, unknownOption }: RowMatch, row: ProgramRow, call: ProgramCall): Effect[] {
  const raises = { ...program.raises, ...row.raises }
  const end = rest.findIndex(({ text }) => text === '--')
  const own = end < 0 ? rest : rest.slice(0, end)
  const raised = (row.runs ? beforeInner(row, call, rest) : own).flatMap(({ text }) => {
    const name = text.startsWith('-') ? (text.split(/[=:]/)[0] as string) : text
    return Object.hasOwn(raises, name) ? [raises[name] as Effect] : []
  })
  return unknownOption !== undefined && !isOptionRow(row, unknownOption) && row.words !== '' ? [...raised, 'code'] : raised
}

/** The words that `npx`, `uv run` and their like read themselves: what stands behind the program that they start is for that one. */
function beforeInner(row: ProgramRow, { args }: ProgramCall, rest: readonly Field[]): readonly Field[] {
  const { at, isKnown } = findInner(row, rest)
  return isKnown && !row.readsBehind ? args.slice(0, args.length - rest.length + at) : args
}

/** Where the program stands that is started; without `isKnown` an option stands before it that may take the next word as its value. */
function findInner({ options = {} }: ProgramRow, rest: readonly Field[]): { at: number; isKnown: boolean } {
  const known = spellings(options)
  let isKnown = true
  for (let at = 0; at < rest.length; at++) {
    const { text, isOpen } = rest[at] as Field
    if (text === '--') return { at: at + 1, isKnown }
    if (!text.startsWith('-')) return { at, isKnown: isKnown && !isOpen }
    const option = known.get(text.split('=')[0] as string)
    isKnown &&= option !== undefined
    if (option?.takes === 'value' && !text.includes('=')) at += 1
  }
  return { at: rest.length, isKnown }
}

const isOptionRow = ({ words }: ProgramRow, option: string): boolean => words.split(/[ |]/).includes(option)

function judgeWords({ rest }: RowMatch, row: ProgramRow, { folders, facts }: ProgramCall): Found {
  if (row.operands === 'text') return NOTHING
  const isChanged = row.operands === 'changed'
  return join(
    ...rest.map((field) =>
      isChanged && !field.text.startsWith('-') ? judgePath(field, 'write', folders, facts) : judgeSuspect(field, folders, facts),
    ),
  )
}

/** `npx X`, `uv run X`: a program that the workspace brings, so never only reading. */
function judgeInner(row: ProgramRow, { rest }: RowMatch, call: ProgramCall): Found {
  const { at } = findInner(row, rest)
  const first = rest[at]
  if (!first || first.isOpen) return NOTHING
  const args = rest.slice(at + 1)
  // A version is fetched where it is not there: `npx prettier@3`.
  if (row.runs === 'program' && /.@[^/]+$/.test(first.text)) return foundEffect('fetches', first.text)
  const program = findProgram(first.text)
  if (!program) return NOTHING
  const inner = judgeByRows(program, { ...call, name: first.text, args })
  return { ...inner, findings: inner.findings.filter(({ risk }) => risk !== 'LOW') }
}

function judgeReads(match: RowMatch, row: ProgramRow, call: ProgramCall): Found {
  const options: Options = { ...match.program.options, ...row.options }
  const operands = row.operands === undefined || row.operands === 'changed' ? 'word' : row.operands
  const table: OptionTable = { command: match.name, risk: 'LOW', reason: 'everyday.only-reads', options, operands, dashIsInput: true }
  const rest = withoutPairs(match.rest, OPERAND_RULES[call.name]?.pairs)
  const texts = textsOf(rest)
  const read = readOptions(texts, table)
  const own = { ...read, operands: read.operands.slice(isTextFirst(call.name, read) ? 1 : 0) }
  const raised = raisedBy(match, row, call)
  return join(
    foundEffect('reads', match.name),
    ...raised.map((effect) => foundEffect(effect, match.name)),
    judgeReading(readOptionsAndOperands(own, table, texts), { ...call, args: rest }),
    judgeOperandRules(
      call,
      rest,
      own.operands.map(({ index }) => rest[index]),
    ),
    mayBeOption(call, match.rest),
  )
}

/** The first operand is a pattern, unless an option gives it. */
function isTextFirst(name: string, read: ReadArguments): boolean {
  const unless = OPERAND_RULES[name]?.textFirst
  return unless !== undefined && read.unread.length === 0 && !read.options.some((option) => unless.split(' ').includes(option.name))
}

function judgeOperandRules({ name }: ProgramCall, rest: readonly Field[], operands: readonly (Field | undefined)[]): Found {
  const { most = Number.POSITIVE_INFINITY, never } = OPERAND_RULES[name] ?? {}
  // A pattern may match several files.
  const isMany = operands.length > most || (most < Number.POSITIVE_INFINITY && operands.some((field) => field?.isPattern || field?.splits))
  const odd = isMany ? rest.at(-1) : rest.find(({ text }) => never?.test(text))
  return odd ? found('HIGH', sentence('everyday.odd-word', { command: printable(name), word: printable(odd.text) })) : NOTHING
}

/** `--arg name value`: an option with two words of text. */
function withoutPairs(rest: readonly Field[], pairs: string | undefined): readonly Field[] {
  const names = pairs?.split(' ') ?? []
  const kept: Field[] = []
  for (let index = 0; index < rest.length; index++) {
    const field = rest[index] as Field
    if (field.text === '--') return [...kept, ...rest.slice(index)]
    if (names.includes(field.text)) index += 2
    else kept.push(field)
  }
  return kept
}

/** Not on the list: known or not, only the operator adds it. */
export const unlisted = (command: string): Found => found('HIGH', sentence('everyday.unlisted', { command: shown(command) }), 'unlisted')
