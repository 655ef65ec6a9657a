// echo prints everything that is not one of its options; date sets the clock if an operand is not a format.
import { readFloor, readOptionsAndOperands } from '../apply-table.ts'
import { readOptions } from '../read-options.ts'
import { finding, joinReadings, type Reading, reading } from '../reading.ts'
import { DATE, ECHO } from '../tables/small-utilities.ts'
import { readTimeText } from '../time-text.ts'

/**
 * Only leading words made of n, e and E are options; everything else is printed, including `--`, and `--help` if other words are present.
 */
export function readEcho(args: readonly string[]): Reading {
  const first = args.findIndex((word) => !/^-[neE]+$/.test(word))
  const options = first < 0 ? args : args.slice(0, first)
  const escapes = options.some((word) => word.includes('e')) && args.some((word) => /\\[e0x]/.test(word))
  return joinReadings(readFloor(ECHO), escapes ? finding('MEDIUM', 'command.echo-control-characters') : reading({}))
}

export function readDate(args: readonly string[]): Reading {
  const read = readOptions(args, DATE)
  const setsClock = read.operands.some((operand) => !operand.word.startsWith('+'))
  const times = read.options.filter((option) => option.name === '-d' || option.name === '--date')
  return joinReadings(
    readFloor(DATE),
    readOptionsAndOperands(read, DATE, args),
    setsClock ? finding('HIGH', 'command.date-sets-clock') : reading({}),
    ...times.map((option) => readTimeText(option.value ?? '')),
  )
}
