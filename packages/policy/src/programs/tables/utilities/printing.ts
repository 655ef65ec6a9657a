// A utility that only prints. The options are all that keep a call LOW: what is missing runs a program, writes, or reads names that nobody
// has judged.
import { flags, type OperandKind, type Options } from '../../../command/option-table.ts'
import type { Program, ProgramRow } from '../../program.ts'
import { row } from '../row.ts'

export const HELP = flags('--help --version')

type Lines = readonly [passes: string, not: string]

export const printing = (
  names: string,
  options: Options,
  operands: OperandKind,
  lines: Lines,
  more: Partial<ProgramRow> = {},
): Program => ({
  names,
  toolchain: 'utility',
  rows: [row('', 'reads', ...lines, { options: { ...HELP, ...options }, operands, ...more })],
})
