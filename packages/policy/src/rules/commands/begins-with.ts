// Whether a command may begin with the words of a prefix, whatever options come between them. If an option may have taken the next word as
// its value, both interpretations are tried: an unknown option must not bypass a deny or ask rule.
import { GIT_GLOBAL, type Option, spellings } from '../../command/index.ts'
import type { Words } from './command-parts.ts'
import { KNOWN_SUB_COMMANDS, SUB_COMMAND_ALIASES } from './sub-command-names.ts'

const GIT_OPTIONS: ReadonlyMap<string, Option> = spellings(GIT_GLOBAL)

export interface Command {
  readonly words: Words
  /** More words follow that are not known yet. */
  readonly isOpen: boolean
}

interface Search {
  readonly program: string
  readonly args: Words
  readonly isOpen: boolean
  /** The prefix without its program and its options. */
  readonly wanted: readonly Wanted[]
}

interface Wanted {
  readonly word: string
  /** The option before the word in the prefix; the word may be its value: `-m` in `python -m pip`. */
  readonly option: string | undefined
}

export function mayBeginWith(prefix: Words, { words, isOpen }: Command): boolean {
  const [program, ...rest] = words
  if (program === undefined) return isOpen
  if (prefix[0] !== program) return false
  const wanted = prefix.slice(1)
  const options = wanted.filter(isOption)
  if (!isOpen && !options.every((option) => rest.some((word) => isSameOption(option, word)))) return false
  const operands = wanted.flatMap((word, index) => (isOption(word) ? [] : [{ word, option: wanted.slice(0, index).at(-1) }]))
  return canReach({ program, args: rest, isOpen, wanted: operands })
}

const isOption = (word: string): boolean => word.startsWith('-') && word !== '-'

/** Exactly as written, with an attached value, abbreviated as most programs accept it, or among other letters. */
function isSameOption(option: string, word: string): boolean {
  const name = word.split('=', 1)[0] as string
  if (option === name || word.startsWith(`${option}=`)) return true
  if (option.startsWith('--')) return name.length > 2 && option.startsWith(name)
  return /^-[^-]/.test(word) && word.includes(option.slice(1))
}

/** A position in the words of the command, and how many words of the prefix were found before it. */
interface State {
  readonly from: number
  readonly found: number
}

/** Every interpretation is followed once, however many options there are. */
function canReach(search: Search): boolean {
  const open: State[] = [{ from: 0, found: 0 }]
  const seen = new Set<number>()
  for (let state = open.pop(); state; state = open.pop()) {
    if (state.found === search.wanted.length) return true
    if (state.from >= search.args.length && search.isOpen) return true
    const key = state.from * (search.wanted.length + 1) + state.found
    if (seen.has(key) || state.from >= search.args.length) continue
    seen.add(key)
    open.push(...readingsFrom(search, state))
  }
  return false
}

function readingsFrom(search: Search, { from, found }: State): State[] {
  const word = search.args[from] as string
  const next = search.wanted[found] as Wanted
  if (word === '--' || isToolchain(search.program, word)) return [{ from: from + 1, found }]
  if (!isOption(word)) return isMeant(search, word, found) ? [{ from: from + 1, found: found + 1 }] : []
  const skipped = afterOption(search.program, word, found).map((steps) => ({ from: from + steps, found }))
  const isAttached = next.option !== undefined && isOption(next.option) && attachedTo(word) === next.word
  return isAttached ? [...skipped, { from: from + 1, found: found + 1 }] : skipped
}

/** `cargo +nightly test` */
const isToolchain = (program: string, word: string): boolean => program === 'cargo' && word.startsWith('+')

const attachedTo = (option: string): string | undefined =>
  option.startsWith('--') ? option.split('=').slice(1).join('=') || undefined : option.slice(2) || undefined

/** An unknown word in the position of the sub-command may be an alias of the one that the rule names. */
function isMeant({ program, wanted }: Search, word: string, found: number): boolean {
  const { word: meant } = wanted[found] as Wanted
  if (found > 0) return word === meant
  return foldSubCommand(program, word) === foldSubCommand(program, meant) || !isKnown(program, word)
}

const isKnown = (program: string, word: string): boolean => KNOWN_SUB_COMMANDS[program]?.(word) ?? true

export const foldSubCommand = (program: string, word: string): string => {
  const written = program === 'npm' ? word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : word
  return SUB_COMMAND_ALIASES[program]?.get(written) ?? written
}

/** How many words an option may use, including itself. Only git's own options before the sub-command are known for certain. */
function afterOption(program: string, word: string, found: number): readonly number[] {
  if (word.startsWith('--') && word.includes('=')) return [1]
  const known = program === 'git' && found === 0 ? GIT_OPTIONS.get(word) : undefined
  if (known) return known.takes === 'value' ? [2] : [1]
  return [1, 2]
}
