// grep: which operand is the pattern depends on options that may come after it.
import { readFloor, readOptionsAndOperands } from '../apply-table.ts'
import { readOptions } from '../read-options.ts'
import { joinReadings, type Reading } from '../reading.ts'
import { GREP } from '../tables/grep.ts'

const GIVES_PATTERN = new Set(['-e', '--regexp', '-f', '--file'])

export function readGrep(args: readonly string[]): Reading {
  const read = readOptions(args, GREP)
  const patternIsGiven = read.options.some((option) => GIVES_PATTERN.has(option.name))
  // If something was not understood, the first operand may be a file: it is judged as one too.
  const operands = patternIsGiven || read.unread.length > 0 ? read.operands : read.operands.slice(1)
  return joinReadings(readFloor(GREP), readOptionsAndOperands({ ...read, operands }, GREP, args))
}
