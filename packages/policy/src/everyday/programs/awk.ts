// awk: a program text that calls no command, opens no file and loads nothing is LOW. The check is by words, so a harmless text that holds one of
// them is asked about too.
import { sentence } from '@countersign/protocol'
import { printable } from '../../risk/index.ts'
import type { Field } from '../../script/run.ts'
import { type Found, found, join, NOTHING, type ProgramCall } from '../found.ts'
import { judgePath } from '../places.ts'
import { foundEffect } from './effects.ts'
import { mayBeOption } from './readings.ts'

const REACHES_OUT = /system|getline|[|>@]|ARGV|ARGC|PROCINFO|ENVIRON|extension|\bclose\b|BINMODE/

export const isPlainProgram = (text: string): boolean => !REACHES_OUT.test(text.replace(/\|\||>=/g, ' '))

export function judgeAwk(call: ProgramCall): Found {
  const { program, files, odd } = readArguments(call.args)
  const isPlain = program !== undefined && !program.isOpen && isPlainProgram(program.text)
  return join(
    foundEffect('reads', 'awk'),
    ...[...odd, ...(isPlain || !program ? [] : [program])].map(({ text }) =>
      found('HIGH', sentence('everyday.awk-program', { program: printable(text) })),
    ),
    program ? NOTHING : found('HIGH', sentence('everyday.awk-program', { program: '' })),
    ...files.filter(({ text }) => !/^[A-Za-z_]\w*=/.test(text)).map((file) => judgePath(file, 'read', call.folders, call.facts)),
    mayBeOption(
      call,
      call.args.filter((field) => field !== program),
    ),
  )
}

function readArguments(args: readonly Field[]): { program: Field | undefined; files: Field[]; odd: Field[] } {
  const odd: Field[] = []
  const operands: Field[] = []
  let index = 0
  for (; index < args.length; index++) {
    const field = args[index] as Field
    const { text } = field
    if (text === '--') {
      index += 1
      break
    }
    if (!text.startsWith('-') || text === '-') break
    if (/^-[Fv]$/.test(text)) index += 1
    else if (!/^-F.|^-v[A-Za-z_]\w*=|^--version$|^-V$/s.test(text)) odd.push(field)
  }
  operands.push(...args.slice(index))
  const [program, ...files] = operands
  return { program: args.some(({ text }) => /^(?:--version|-V)$/.test(text)) ? (program ?? args[0]) : program, files, odd }
}
