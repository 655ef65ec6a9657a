// From a word of a script to the arguments that the program gets, as far as they are known before it runs.
import { assignedIn, compute, isHarmlessArithmetic } from './arithmetic.ts'
import { expandBraces } from './expand-braces.ts'
import type { Word, WordPart } from './read/script.ts'
import { type Field, plainField, type Run } from './run.ts'
import { A_NUMBER, assign, known, type State, UNKNOWN, type Value } from './state.ts'

export interface FieldContext {
  readonly state: State
  /** Follows the commands of a substitution. */
  readonly substitute: (part: Extract<WordPart, { kind: 'substitution' | 'process' }>) => readonly Run[]
  readonly rootText: (folder: string) => string | undefined
  readonly addUnclear: (text: string) => void
  /** Told before a value that may be an error, which ends the line. */
  readonly mayFail: () => void
}

/** One word becomes several arguments by braces, and by blanks in values outside quotes. */
export function fieldsOf(word: Word, context: FieldContext): Field[] {
  const words = expandBraces(word)
  if (!words) {
    context.addUnclear(word.raw)
    return [openField(UNKNOWN, [])]
  }
  return words.flatMap((one) => fieldsOfParts(one, context))
}

/** A word that is never divided: the value of an assignment, the target of a redirection. */
export function wholeField(word: Word, context: FieldContext): Field {
  const parts = word.parts.map((part) => ('quoted' in part ? { ...part, quoted: true } : part))
  return fieldsOfParts({ ...word, parts }, context)[0] ?? plainField('')
}

const openField = ({ prefix }: Value, from: readonly Run[]): Field => ({
  text: `${prefix}…`,
  isOpen: true,
  mayBeOption: prefix === '',
  isPattern: false,
  prefix,
  isHome: false,
  from,
})

interface Draft {
  text: string
  prefix: string
  isOpen: boolean
  splits: boolean
  isPattern: boolean
  isHome: boolean
  /** Begins with a number of the shell's own. */
  isNumber: boolean
  isStarted: boolean
  readonly from: Run[]
}

const startDraft = (): Draft => ({
  text: '',
  prefix: '',
  isOpen: false,
  splits: false,
  isPattern: false,
  isHome: false,
  isNumber: false,
  isStarted: false,
  from: [],
})

function fieldsOfParts({ parts }: Word, context: FieldContext): Field[] {
  const done: Field[] = []
  let draft = startDraft()
  const close = (): void => {
    if (draft.isStarted) done.push(toField(draft))
    draft = startDraft()
  }
  for (const part of parts) {
    if (part.kind === 'text') addText(draft, part.text)
    else if (part.kind === 'pattern') addPattern(draft, part.text)
    else if (part.kind === 'tilde') addHome(draft, part.text)
    else {
      const { value, from, quoted } = readValue(part, context)
      draft.from.push(...from)
      if (quoted || value.text === undefined) addValue(draft, value, quoted)
      else addPieces(value.text, () => draft, close)
    }
  }
  close()
  return done
}

const toField = ({ text, prefix, isOpen, splits, isPattern, isHome, isNumber, from }: Draft): Field => ({
  text,
  isOpen: isOpen || isPattern,
  mayBeOption: (isOpen && ((prefix === '' && !isNumber) || splits)) || (isPattern && prefix === ''),
  isPattern,
  prefix,
  isHome,
  from,
  ...(splits && { splits }),
  ...(isNumber && text === '…' && { isNumber }),
})

function addText(draft: Draft, text: string): void {
  draft.isStarted = true
  draft.text += text
  if (!draft.isOpen && !draft.isPattern) draft.prefix += text
}

function addPattern(draft: Draft, text: string): void {
  draft.isStarted = true
  draft.isPattern = true
  draft.text += text
}

function addHome(draft: Draft, text: string): void {
  draft.isHome = draft.isHome || draft.text === '' || /[=:]$/.test(draft.text)
  addText(draft, text)
}

function addValue(draft: Draft, value: Value, quoted: boolean): void {
  // An unknown value outside quotes may also be nothing, or several words.
  addText(draft, value.prefix)
  if (value.text !== undefined) return
  draft.text += '…'
  draft.isOpen = true
  if (value.isNumber) draft.isNumber = draft.text === '…'
  else if (!quoted) draft.splits = true
}

/** A known value outside quotes is divided at blanks, and its patterns match files. */
function addPieces(text: string, draft: () => Draft, close: () => void): void {
  text.split(/[ \t\n]+/).forEach((piece, index) => {
    if (index > 0) close()
    if (piece === '') return
    if (/[*?[]/.test(piece)) addPattern(draft(), piece)
    else addText(draft(), piece)
  })
}

type ValuePart = Exclude<WordPart, { kind: 'text' | 'pattern' | 'tilde' }>

interface ReadValue {
  readonly value: Value
  readonly from: readonly Run[]
  readonly quoted: boolean
}

function readValue(part: ValuePart, context: FieldContext): ReadValue {
  if (part.kind === 'process') return { value: known('/dev/fd/63'), from: context.substitute(part), quoted: true }
  const { quoted } = part
  if (part.kind === 'substitution') return { value: UNKNOWN, from: context.substitute(part), quoted }
  if (part.kind === 'variable') {
    const value = valueOfVariable(part.name, context)
    return { value, from: value.from ?? [], quoted }
  }
  if (part.kind === 'expansion') {
    context.mayFail()
    return { value: UNKNOWN, from: [], quoted }
  }
  const result = compute(part.text, context.state)
  if (result === undefined) context.mayFail()
  for (const name of assignedIn(part.text)) assign(context.state, name, A_NUMBER)
  if (result === undefined && !isHarmlessArithmetic(part.text, context.state)) context.addUnclear(`$((${part.text}))`)
  return { value: result === undefined ? UNKNOWN : known(String(result)), from: [], quoted: true }
}

function valueOfVariable(name: string, { state, rootText }: FieldContext): Value {
  const value = state.variables.get(name)
  if (value) return value
  if (/^[?#$!]$/.test(name)) return A_NUMBER
  if (name === 'HOME') return known('~')
  const [folder] = state.folders
  const here = state.folders.length === 1 && folder !== undefined ? rootText(folder) : undefined
  return name === 'PWD' && here !== undefined ? known(here) : UNKNOWN
}
