// `NAME=value` before a command, and what `export` sets: names that decide what is run, loaded or configured are always asked about.
import { sentence } from '@countersign/protocol'
import { printable } from '../../risk/index.ts'
import type { Field } from '../../script/run.ts'
import { TAKES_OVER } from '../../shell/judge-assignment.ts'
import { type Found, found, NOTHING } from '../found.ts'

/** They change only how output looks. */
const HARMLESS = /^(?:LC_[A-Z]+|LANG|TZ|NO_COLOR|FORCE_COLOR|CI|COLUMNS)$/
/** They match a pattern of the table, but only say how much is printed, or which way a program works that runs anyway. */
const EVERYDAY =
  /^(?:RUST_LOG|RUST_BACKTRACE|RUST_TEST_THREADS|CARGO_TERM_COLOR|NODE_ENV|DEBUG|PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|HASHSEED|UTF8|IOENCODING)|GOMAXPROCS|MAVEN_ARGS_NONE)$/

export function judgeVariable(name: string, value: Field | undefined): Found {
  if (takesOver(name)) return found('HIGH', sentence('everyday.takes-over', { name: printable(name) }), 'takes-over')
  if (HARMLESS.test(name) && value && !value.isOpen && /^[\w.:,@+-]*$/.test(value.text)) return NOTHING
  return found('MEDIUM', sentence('everyday.sets', { name: printable(name), value: value && !value.isOpen ? printable(value.text) : '…' }))
}

export const takesOver = (name: string): boolean =>
  !EVERYDAY.test(name) && !HARMLESS.test(name) && (TAKES_OVER.test(name) || name === 'PYTHONPATH')

/** A variable of the script itself, which no program gets: `x=1`. Names that the shell or the environment uses are still judged. */
export const judgeOwnVariable = (name: string): Found =>
  takesOver(name) ? found('HIGH', sentence('everyday.takes-over', { name: printable(name) }), 'takes-over') : NOTHING
