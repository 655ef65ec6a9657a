// git: global options, the sub-command, then its own options. Words may be revisions, pathspecs, URLs or paths.
import { type PlainFormName, type Sentence, sentence } from '@countersign/protocol'
import { isSensitive } from '../../path/index.ts'
import { printable, type Refusal, refusal } from '../../risk/index.ts'
import { readOptionsAndOperands } from '../apply-table.ts'
import type { OptionTable } from '../option-table.ts'
import { type Operand, readOptions } from '../read-options.ts'
import { finding, joinReadings, type Reading, reading } from '../reading.ts'
import type { SubCommand } from '../sub-command.ts'
import { GIT_COMMANDS } from '../tables/git/git.ts'
import { GIT_GLOBAL } from '../tables/git/git-options.ts'

const GLOBAL_TABLE: OptionTable = { command: 'git', risk: 'MEDIUM', reason: 'git.runs', operands: 'none', options: GIT_GLOBAL }

export function readGit(args: readonly string[]): Reading {
  const end = findSubCommand(args)
  const global = args.slice(0, end)
  const before = readOptionsAndOperands(readOptions(global, GLOBAL_TABLE), GLOBAL_TABLE, global)
  const name = args[end]
  if (name === undefined) return joinReadings(finding('MEDIUM', 'git.runs'), before)
  return joinReadings(before, readSubCommand(name, args, end + 1))
}

/** The first word that is neither a global option nor the value of one. */
function findSubCommand(args: readonly string[]): number {
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as string
    if (!word.startsWith('-')) return index
    if (/^(-C|-c|--config-env|--git-dir|--work-tree|--namespace|--super-prefix|--attr-source|--list-cmds)$/.test(word)) index++
  }
  return args.length
}

function readSubCommand(name: string, args: readonly string[], from: number): Reading {
  const command = Object.hasOwn(GIT_COMMANDS, name) ? GIT_COMMANDS[name] : undefined
  if (command === undefined) return readUnknown(name, args.slice(from))
  if (command.refused !== undefined)
    return reading({ refusals: [refusal('COMMAND_NOT_ALLOWED', `git ${name}`, sentence(command.refused))] })
  const table: OptionTable = { ...command, command: `git ${name}`, operands: 'text' }
  const read = readOptions(args, command, from)
  return joinReadings(
    { ...finding(command.risk, about(`git ${name}`, command.reason)), network: command.network ?? false },
    readOptionsAndOperands(read, table, args),
    readAction(name, command, read.operands),
    command.discardsPaths && (read.operands.length > 1 || read.operands.some(isPlainlyFile))
      ? finding('HIGH', 'git.discards-changes')
      : reading({}),
    ...read.options.filter((option) => option.option.kind === 'word').map((option) => readWord(option.value ?? '')),
    ...read.operands.map((operand) => readGitOperand(operand, command.operands === 'path' || args.includes('--no-index'))),
  )
}

const about = (command: string, effect: PlainFormName): Sentence => sentence('command.about', { command, effect: sentence(effect) })

/** `git checkout main` names a branch; `git checkout -- main`, `git checkout .` and anything after a revision name files. */
const isPlainlyFile = (operand: Operand): boolean => operand.literal || /^\.?\.?\/|^\.$/.test(operand.word)

function readUnknown(name: string, rest: readonly string[]): Reading {
  const alias = sentence('command.git-alias', { name: printable(name) })
  return joinReadings(finding('HIGH', alias), reading({ suspects: [name, ...rest] }), ...rest.map(readWord))
}

function readAction(name: string, command: SubCommand, operands: readonly Operand[]): Reading {
  const action = operands[0]?.word ?? ''
  const network = command.networkActions?.includes(action) ?? false
  if (!command.actions || !Object.hasOwn(command.actions, action)) return reading({ network })
  const effect = command.actions[action] as PlainFormName
  return { ...finding('HIGH', about(`git ${name} ${action}`, effect)), network }
}

function readGitOperand({ index, word }: Operand, isFile: boolean): Reading {
  if (isFile && word !== '-') return reading({ paths: [{ index, path: word, use: 'read' }] })
  const isHelped = /^[a-z0-9]+::/i.test(word)
  const helper = isHelped ? finding('HIGH', sentence('git.remote-helper', { word: printable(word) })) : reading({})
  return joinReadings(readWord(word), helper)
}

/** A revision, a pathspec, `REV:path`, a URL or a path: refused if any of these interpretations leaves the workspace or names a secret. */
function readWord(word: string): Reading {
  if (/^:(\([^)]*exclude|!|\^)/.test(word)) return reading({})
  const refused = refuseHidden(word)
  return reading({ suspects: [word], refusals: refused ? [refused] : [] })
}

function refuseHidden(word: string): Refusal | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word)) return undefined
  for (const part of [word, ...colonParts(word)]) {
    if (part.split('/').includes('..')) return refusal('PATH_OUTSIDE_WORKSPACE', word)
    if (isSensitive(part) || isSensitive(part.replace(/[*?[\]]/g, ''))) return refusal('SENSITIVE_FILE', word)
  }
  return undefined
}

/** `HEAD:path`, `:0:path`, `:(magic)path`, `:/path`: anything after a colon may be the path. */
const colonParts = (word: string): string[] =>
  [...word.matchAll(/:/g)].map((match) => word.slice(match.index + 1).replace(/^(\([^)]*\)|\/)/, ''))
