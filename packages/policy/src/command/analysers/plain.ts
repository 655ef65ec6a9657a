// A command that its table describes completely.
import { readFloor, readOptionsAndOperands } from '../apply-table.ts'
import type { OptionTable } from '../option-table.ts'
import { readOptions } from '../read-options.ts'
import { joinReadings, type Reading } from '../reading.ts'

export const readByTable =
  (table: OptionTable) =>
  (args: readonly string[]): Reading =>
    joinReadings(readFloor(table), readOptionsAndOperands(readOptions(args, table), table, args))
