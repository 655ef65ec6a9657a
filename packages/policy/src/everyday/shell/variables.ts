// `NAME=value` before a command, and what `export` sets: names that decide what is run, loaded or configured are always asked about.
import { sentence } from '@countersign/protocol'
import { type CommandPart, printable } from '../../risk/index.ts'
import type { Field, Run } from '../../script/run.ts'
import { TAKES_OVER } from '../../shell/judge-assignment.ts'
import { type Found, found, join, NOTHING } from '../found.ts'

/** They change only how output looks. */
const HARMLESS = /^(?:LC_[A-Z]+|LANG|TZ|NO_COLOR|FORCE_COLOR|CI|COLUMNS)$/
/** Words are judged as UTF-8. Where a shell reads them in GBK, half of a letter can swallow the backslash or the quote after it. */
const UNICODE = /^(?:C|POSIX|[\w.-]+\.utf-?8(?:@\w+)?)$/i
/** The shell computes what is assigned to them: `RANDOM='a[$(…)]'` runs a command. */
const COMPUTED =
  /^(?:S?RANDOM|SECONDS|LINENO|EPOCH\w+|E?UID|PPID|GROUPS|DIRSTACK|PIPESTATUS|FUNC\w+|TMOUT|COPROC\w*|COMP_\w+|READLINE_\w+)$/
/** They match a pattern of the table, but only say how much is printed, or which way a program works that runs anyway. */
const EVERYDAY =
  /^(?:RUST_LOG|RUST_BACKTRACE|RUST_TEST_THREADS|CARGO_TERM_COLOR|NODE_ENV|DEBUG|PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|HASHSEED|UTF8|IOENCODING)|GOMAXPROCS|MAVEN_ARGS_NONE)$/

export function judgeVariable(name: string, value: Field | undefined): Found {
  if (takesOver(name)) return found('HIGH', sentence('everyday.takes-over', { name: printable(name) }), 'takes-over')
  if (HARMLESS.test(name) && isPlainValue(name, value)) return NOTHING
  return found('MEDIUM', sentence('everyday.sets', { name: printable(name), value: value && !value.isOpen ? printable(value.text) : '…' }))
}

/**
 * `NAME=value` before a program is part of what the program is: an answer for `A=1 make` covers neither `make` nor `A=2 make`. Where that
 * cannot be said, because a value is unknown or the variable takes over, it stands beside the programs.
 */
export function withVariables(assignments: Run['assignments'], inner: Found): Found {
  const judged = assignments
    .map(({ name, value }) => ({ name, value, own: judgeVariable(name, value) }))
    .filter(({ own }) => own !== NOTHING)
  const all = join(...judged.map(({ own }) => own), inner)
  const isKnown = judged.every(({ value, own }) => !value.isOpen && own.findings.every(({ need }) => need === undefined))
  if (judged.length === 0 || !isKnown || inner.parts.length === 0) return all
  const variables = judged.map(({ name, value }) => `${name}=${value.text}`)
  return { ...all, beside: inner.beside, parts: inner.parts.map((part) => withSet(part, variables)) }
}

const withSet = (part: CommandPart, variables: readonly string[]): CommandPart => ({
  ...part,
  risk: part.risk === 'LOW' ? 'MEDIUM' : part.risk,
  variables: [...variables, ...(part.variables ?? [])],
})

const isPlainValue = (name: string, value: Field | undefined): boolean =>
  value !== undefined && !value.isOpen && /^[\w.:,@+-]*$/.test(value.text) && (!isLocale(name) || UNICODE.test(value.text))

export const isLocale = (name: string): boolean => /^(?:LC_\w+|LANG)$/.test(name)

export const takesOver = (name: string): boolean =>
  !EVERYDAY.test(name) && !HARMLESS.test(name) && (TAKES_OVER.test(name) || COMPUTED.test(name) || name === 'PYTHONPATH')

/** A variable of the script itself, which no program gets: `x=1`. Names that the shell or the environment uses are still judged. */
export const judgeOwnVariable = (name: string, value: Field): Found =>
  takesOver(name) || (isLocale(name) && !isPlainValue(name, value))
    ? found('HIGH', sentence('everyday.takes-over', { name: printable(name) }), 'takes-over')
    : NOTHING
