// tail: besides its options it accepts old forms that follow a file: `-5f`, `-cf`, `+5f`.
import { finding, joinReadings, type Reading, reading } from '../reading.ts'
import { TAIL } from '../tables/reading-files.ts'
import { readByTable } from './plain.ts'

const OLD_FOLLOWING = /^[-+][0-9]*[bcl]?f$/

export const readTail = (args: readonly string[]): Reading =>
  joinReadings(
    readByTable(TAIL)(args),
    args.some((word) => OLD_FOLLOWING.test(word)) ? finding('MEDIUM', 'command.tail-goes-on') : reading({}),
  )
