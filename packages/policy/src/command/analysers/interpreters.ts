// node and python: a script of the workspace is MEDIUM; code in the call, from standard input or from a module is more. The interpreter's
// own options end at the script; everything after it belongs to the script.
import { sentence } from '@countersign/protocol'
import { printable } from '../../risk/index.ts'
import { readOptionsAndOperands } from '../apply-table.ts'
import type { OptionTable } from '../option-table.ts'
import { type ReadArguments, type ReadOption, readOptions } from '../read-options.ts'
import { finding, joinReadings, type Reading, reading } from '../reading.ts'
import { NODE_OPTIONS, PYTHON_NETWORK_MODULES, PYTHON_OPTIONS, PYTHON_WORKSPACE_MODULES } from '../tables/interpreters.ts'

export const NODE: OptionTable = {
  command: 'node',
  risk: 'MEDIUM',
  reason: 'command.runs-script',
  operands: 'text',
  options: NODE_OPTIONS,
  optionsFirst: true,
}
export const PYTHON: OptionTable = { ...NODE, command: 'python', options: PYTHON_OPTIONS, endingOptions: ['-c', '-m'] }

const INLINE = new Set(['-e', '--eval', '-p', '--print', '-c'])
// In node, -v prints the version; in python it is only verbose mode, and python still waits for code.
const NEEDS_NO_SCRIPT: Readonly<Record<string, ReadonlySet<string>>> = {
  node: new Set(['-v', '--version', '-h', '--help', '--v8-options', '--test', '--run']),
  python: new Set(['-V', '--version', '-h', '-?', '--help', '--help-env', '--help-xoptions', '--help-all']),
}

export const readNode = (args: readonly string[]): Reading => readInterpreter(args, NODE)

export const readPython = (args: readonly string[]): Reading => readInterpreter(args, PYTHON)

function readInterpreter(args: readonly string[], table: OptionTable): Reading {
  const read = readOptions(args, table)
  return joinReadings(
    finding('MEDIUM', sentence('command.runs-code', { command: table.command })),
    readOptionsAndOperands({ ...read, operands: [] }, table, args),
    readProgram(read, table),
    // What a script does with its arguments is unknown: interpreted as paths, they must stay inside the workspace.
    reading({ suspects: read.operands.map((operand) => operand.word) }),
  )
}

function readProgram(read: ReadArguments, table: OptionTable): Reading {
  const module = table === PYTHON ? read.options.find((option) => option.name === '-m') : undefined
  if (module) return readModule(module)
  // In node, -c only checks a script; in python, -c is followed by code.
  if (read.options.some((option) => INLINE.has(option.name) && option.value !== undefined)) return reading({})
  const script = read.operands[0]
  if (script === undefined && read.options.some((option) => NEEDS_NO_SCRIPT[table.command]?.has(option.name))) return reading({})
  if (script === undefined || script.word === '-') return finding('HIGH', 'command.runs-code-from-input')
  const debugs = table === NODE && script.word === 'inspect' ? finding('HIGH', 'command.node-inspect') : reading({})
  return joinReadings(debugs, reading({ paths: [{ index: script.index, path: script.word, use: 'read' }] }))
}

function readModule(option: ReadOption): Reading {
  const name = option.value ?? ''
  if (PYTHON_WORKSPACE_MODULES.has(name)) return finding('MEDIUM', sentence('command.runs-module', { module: name }))
  const root = name.split('.')[0] ?? ''
  const network = PYTHON_NETWORK_MODULES.has(name) || PYTHON_NETWORK_MODULES.has(root)
  return { ...finding('HIGH', sentence('command.runs-unknown-module', { module: printable(name) })), network }
}
