// npm: options may appear anywhere before `--`; the first operand is the sub-command, even after `--`; the other words after `--` go to a
// script.
import { type PlainFormName, sentence } from '@countersign/protocol'
import { printable, printableText } from '../../risk/index.ts'
import { readOptionsAndOperands } from '../apply-table.ts'
import type { OptionTable } from '../option-table.ts'
import { type Operand, readOptions } from '../read-options.ts'
import { finding, joinReadings, type Reading, reading } from '../reading.ts'
import type { SubCommand } from '../sub-command.ts'
import { NPM_COMMANDS, NPM_OPTIONS } from '../tables/npm.ts'

export const NPM: OptionTable = { command: 'npm', risk: 'MEDIUM', reason: 'command.runs-npm', operands: 'text', options: NPM_OPTIONS }

// The operands of these are programs, or keys such as //registry.npmjs.org/:_authToken, not paths.
const OPERAND_IS_NO_PATH = new Set(['exec', 'x', 'explore', 'config', 'c', 'get', 'set'])
const CREATES = new Set(['init', 'create', 'innit'])

export function readNpm(args: readonly string[]): Reading {
  const read = readOptions(args, NPM)
  const operands = read.operands.filter((operand, index) => index === 0 || !operand.literal || read.operands[0]?.literal)
  const name = operands[0]?.word
  const command = name !== undefined && Object.hasOwn(NPM_COMMANDS, name) ? NPM_COMMANDS[name] : undefined
  return joinReadings(
    readCommand(name, command),
    readOptionsAndOperands(read, NPM, args),
    readActions(name ?? '', command, operands.slice(1)),
    ...read.operands.slice(1).map((operand) => readSpecification(operand, name ?? '')),
  )
}

function readCommand(name: string | undefined, command: SubCommand | undefined): Reading {
  if (name === undefined) return finding('MEDIUM', 'command.runs-npm')
  if (command === undefined) return finding('HIGH', sentence('command.not-understood', { what: `npm ${printableText(name)}` }))
  const about = sentence('command.about', { command: `npm ${name}`, effect: sentence(command.reason) })
  return { ...finding(command.risk, about), network: command.network ?? false }
}

function readActions(name: string, command: SubCommand | undefined, operands: readonly Operand[]): Reading {
  const action = operands[0]?.word ?? ''
  if (CREATES.has(name) && operands.length > 0) return { ...finding('HIGH', sentence('command.npm-create', { name })), network: true }
  if (!command?.actions || !Object.hasOwn(command.actions, action)) return reading({})
  const effect = sentence(command.actions[action] as PlainFormName)
  return finding('HIGH', sentence('command.about', { command: `npm ${name} ${action}`, effect }))
}

/** A package from the registry is a plain name; from anywhere else it is foreign code; a path must stay inside the workspace. */
function readSpecification({ word }: Operand, name: string): Reading {
  if (OPERAND_IS_NO_PATH.has(name) && word.startsWith('/')) return reading({})
  const elsewhere =
    /^(git[+:@]|git:|https?:|ssh:|github:|gitlab:|bitbucket:|gist:)|^[^@./][^/]*\/[^/]+$/.test(word) && NPM_COMMANDS[name]?.network
  return joinReadings(
    reading({ suspects: [word, word.replace(/^(file|link|portal):/, '')] }),
    elsewhere ? finding('HIGH', sentence('command.npm-not-from-registry', { package: printable(word) })) : reading({}),
  )
}
