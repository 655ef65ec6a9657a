// Parses arguments as GNU getopt_long does: clusters, attached and separate values, `--long=value`, abbreviations of long options, options
// after operands, `--`. Arguments it cannot parse are reported, never skipped.
import { type Sentence, sentence } from '@countersign/protocol'
import { printable } from '../risk/index.ts'
import { type Option, type OptionTable, spellings } from './option-table.ts'

export interface ReadOption {
  readonly index: number
  readonly name: string
  readonly option: Option
  readonly value?: string
  /** The index of the argument that holds the value: the option's own argument if attached. */
  readonly valueIndex?: number
  /** Not spelled exactly as in the table: understood, but never harmless. */
  readonly abbreviated: boolean
}

export interface Operand {
  readonly index: number
  readonly word: string
  /** After `--`, where nothing is an option. */
  readonly literal: boolean
}

export interface ReadArguments {
  readonly options: readonly ReadOption[]
  readonly operands: readonly Operand[]
  /** Arguments that the table does not explain. */
  readonly unread: readonly { readonly index: number; readonly why: Sentence }[]
}

interface Reader {
  readonly args: readonly string[]
  readonly known: ReadonlyMap<string, Option>
  readonly options: ReadOption[]
  readonly operands: Operand[]
  readonly unread: { index: number; why: Sentence }[]
  next: number
}

const cache = new WeakMap<object, ReadonlyMap<string, Option>>()

function spellingsOf(table: Pick<OptionTable, 'options'>): ReadonlyMap<string, Option> {
  const found = cache.get(table) ?? spellings(table.options)
  cache.set(table, found)
  return found
}

type ReadableTable = Pick<OptionTable, 'options' | 'shorthand' | 'optionsFirst' | 'endingOptions'>

export function readOptions(args: readonly string[], table: ReadableTable, from = 0): ReadArguments {
  const reader: Reader = { args, known: spellingsOf(table), options: [], operands: [], unread: [], next: from }
  while (reader.next < args.length) {
    const index = reader.next++
    const word = args[index] as string
    if (word === '--') return withRest(reader, reader.next)
    const isOperand = word === '-' || !word.startsWith('-')
    if (isOperand && table.optionsFirst) return withRest(reader, index)
    if (isOperand) reader.operands.push({ index, word, literal: false })
    else if (word.startsWith('--')) readLong(reader, index, word)
    else if (!table.shorthand?.test(word)) readCluster(reader, index, word)
    if (table.endingOptions?.includes(reader.options.at(-1)?.name ?? '')) return withRest(reader, reader.next)
  }
  return reader
}

const withRest = (reader: Reader, from: number): ReadArguments => ({
  ...reader,
  operands: [...reader.operands, ...literals(reader.args, from)],
})

const literals = (args: readonly string[], from: number): Operand[] =>
  args.slice(from).map((word, offset) => ({ index: from + offset, word, literal: true }))

function readLong(reader: Reader, index: number, word: string): void {
  const equals = word.indexOf('=')
  const written = equals < 0 ? word : word.slice(0, equals)
  const attached = equals < 0 ? undefined : word.slice(equals + 1)
  const name = reader.known.has(written) ? written : completeName(reader.known, written)
  const option = name === undefined ? undefined : reader.known.get(name)
  if (name === undefined || option === undefined)
    return void reader.unread.push({ index, why: sentence('command.unknown-option', { option: printable(written) }) })
  if (attached !== undefined && option.takes === undefined)
    return void reader.unread.push({ index, why: sentence('command.option-without-value', { option: printable(written) }) })
  take(reader, { index, name, option, attached, abbreviated: name !== written })
}

/** GNU accepts any prefix that matches only one option. */
function completeName(known: ReadonlyMap<string, Option>, written: string): string | undefined {
  if (written.length < 3) return undefined
  const fitting = [...known.keys()].filter((name) => name.startsWith(written))
  return new Set(fitting.map((name) => known.get(name))).size === 1 ? fitting[0] : undefined
}

function readCluster(reader: Reader, index: number, word: string): void {
  const letters = Array.from(word.slice(1))
  for (const [position, letter] of letters.entries()) {
    const name = `-${letter}`
    const option = reader.known.get(name)
    if (option === undefined)
      return void reader.unread.push({
        index,
        why: sentence('command.unknown-option-in', { option: printable(name), word: printable(word) }),
      })
    const rest = letters.slice(position + 1).join('')
    take(reader, { index, name, option, attached: option.takes === undefined || rest === '' ? undefined : rest, abbreviated: false })
    if (option.takes !== undefined) return
  }
}

function take(reader: Reader, found: Omit<ReadOption, 'value' | 'valueIndex'> & { attached: string | undefined }): void {
  const { attached, ...read } = found
  if (attached !== undefined) return void reader.options.push({ ...read, value: attached, valueIndex: read.index })
  if (read.option.takes !== 'value') return void reader.options.push(read)
  const valueIndex = reader.next++
  const value = reader.args[valueIndex]
  if (value === undefined)
    return void reader.unread.push({ index: read.index, why: sentence('command.option-lacks-value', { option: read.name }) })
  reader.options.push({ ...read, value, valueIndex })
}
