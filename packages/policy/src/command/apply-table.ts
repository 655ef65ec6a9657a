// Turns arguments that were parsed with a table into a reading: each option adds its own finding, and the table says what each value is.
import { sentence } from '@countersign/protocol'
import { printable, refusal } from '../risk/index.ts'
import type { OperandKind, OptionTable, ValueKind } from './option-table.ts'
import type { Operand, ReadArguments, ReadOption } from './read-options.ts'
import { finding, joinReadings, type PathOperand, type Reading, reading } from './reading.ts'

export function readOptionsAndOperands(read: ReadArguments, table: OptionTable, args: readonly string[]): Reading {
  return joinReadings(
    ...read.options.map((option) => readOption(option, table.command)),
    readUnread(read, args),
    ...read.operands.map((operand) => readOperand(operand, table.operands, table)),
  )
}

export const readFloor = (table: OptionTable): Reading =>
  reading({ findings: [{ risk: table.risk, sentence: sentence(table.reason) }], network: table.network ?? false })

export function readOption(read: ReadOption, command: string): Reading {
  const { option, name } = read
  const effect = option.reason && sentence(option.reason)
  const about = sentence('option.about', { option: `${command} ${name}`, effect: effect ?? sentence('option.raises-risk') })
  const findings = option.risk === undefined ? [] : [{ risk: option.risk, sentence: about }]
  const unclear = read.abbreviated ? [{ risk: 'HIGH' as const, sentence: sentence('option.abbreviated', { option: name }) }] : []
  const refusals = option.refuses === undefined ? [] : [refusal(option.refuses, `${command} ${name}`, effect)]
  const whole = reading({ findings: [...findings, ...unclear], refusals, network: option.network ?? false })
  return joinReadings(whole, readValue(read, option.kind ?? 'text'))
}

function readValue(read: ReadOption, kind: ValueKind): Reading {
  if (read.value === undefined || read.valueIndex === undefined || kind === 'text') return reading({})
  if (kind === 'word' || kind === 'glob') return reading({ suspects: kind === 'glob' && read.value.startsWith('!') ? [] : [read.value] })
  // File names read from standard input have not been judged.
  if (read.value === '-') return finding('MEDIUM', sentence('option.reads-input', { option: read.name }))
  const operand: PathOperand = { index: read.valueIndex, path: read.value, use: kind === 'path' ? 'read' : 'output' }
  return reading({ paths: [operand] })
}

/** After the first argument that is not understood, every later word may mean something other than it seems. */
function readUnread(read: ReadArguments, args: readonly string[]): Reading {
  if (read.unread.length === 0) return reading({})
  const first = Math.min(...read.unread.map((item) => item.index))
  const findings = read.unread.map(({ why }) => ({ risk: 'HIGH' as const, sentence: why }))
  return reading({ findings, suspects: args.slice(first) })
}

export function readOperand(operand: Operand, kind: OperandKind, table: Pick<OptionTable, 'dashIsInput' | 'command'>): Reading {
  const { index, word } = operand
  if (kind === 'text') return reading({})
  if (kind === 'none') {
    return reading({
      suspects: [word],
      findings: [{ risk: 'HIGH', sentence: sentence('command.takes-no', { command: table.command, word: printable(word) }) }],
    })
  }
  if (kind === 'word') return reading({ suspects: [word] })
  if (word === '-' && table.dashIsInput) return reading({})
  return reading({ paths: [{ index, path: word, use: kind }] })
}
