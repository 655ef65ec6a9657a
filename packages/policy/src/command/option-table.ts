// How the options of a command are described: one row per option, with all its spellings in one key ('-n --lines'). A table is plain data,
// so that documents and generated tests can be made from it.
import type { ErrorCode, PlainFormName, Risk } from '@countersign/protocol'

/**
 * The kind of a value: free text, a path that is read, a path that is written, a word that may be either (see suspect-path.ts), or a glob that
 * chooses files, and with `!` before it leaves them out.
 */
export type ValueKind = 'text' | 'path' | 'output' | 'word' | 'glob'

export interface Option {
  /** Absent: a flag. 'optional': a value only if attached (`-xVALUE`, `--long=VALUE`). 'value': attached or the next argument. */
  readonly takes?: 'value' | 'optional'
  readonly kind?: ValueKind
  /** Absent: the option does not raise the risk. */
  readonly risk?: Exclude<Risk, 'LOW'>
  /** The form that describes what it does. */
  readonly reason?: PlainFormName
  /** Refused: nothing overrides it. */
  readonly refuses?: ErrorCode
  readonly network?: boolean
}

export type Options = Readonly<Record<string, Option>>

/** Operands: files that are read, folders that are listed, words that may be paths, plain text, or none known. */
export type OperandKind = 'read' | 'list' | 'word' | 'text' | 'none'

export interface OptionTable {
  readonly command: string
  /** The minimum risk of any call, with the form that describes what it does. */
  readonly risk: Risk
  readonly reason: PlainFormName
  readonly options: Options
  readonly operands: OperandKind
  /** `-` means standard input, which is closed. */
  readonly dashIsInput?: boolean
  /** A form outside the option syntax, such as `head -5`. */
  readonly shorthand?: RegExp
  /** The first operand (such as a script's name) ends the options; so does each of these options with its value. */
  readonly optionsFirst?: boolean
  readonly endingOptions?: readonly string[]
  readonly network?: boolean
}

export const flag: Option = {}
export const text: Option = { takes: 'value', kind: 'text' }
export const optionalText: Option = { takes: 'optional', kind: 'text' }
export const path: Option = { takes: 'value', kind: 'path' }
export const word: Option = { takes: 'value', kind: 'word' }
export const glob: Option = { takes: 'value', kind: 'glob' }

export const asks = (reason: PlainFormName, option: Option = flag): Option => ({ ...option, risk: 'MEDIUM', reason })
export const dangerous = (reason: PlainFormName, option: Option = flag): Option => ({ ...option, risk: 'HIGH', reason })
export const output = (reason: PlainFormName): Option => ({ takes: 'value', kind: 'output', risk: 'HIGH', reason })

/** `-a -b --long` flags in one text, to keep long lists of harmless switches readable. */
export const flags = (...lists: readonly string[]): Options =>
  Object.fromEntries(lists.flatMap((names) => names.split(' ').map((name) => [name, flag])))

/** Rows with several spellings become one entry per spelling; a later row overrides an earlier one. */
export function spellings(options: Options): ReadonlyMap<string, Option> {
  const found = new Map<string, Option>()
  for (const [names, option] of Object.entries(options)) for (const name of names.split(' ')) found.set(name, option)
  return found
}
