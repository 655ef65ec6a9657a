// Builtins of the shell that start no program. Most are harmless; some evaluate text as arithmetic or code, and those pass only with plain words.
import { sentence } from '@countersign/protocol'
import { printable } from '../../risk/index.ts'
import type { Field } from '../../script/run.ts'
import { type Found, found, join, NOTHING, notUnderstood, type ProgramCall } from '../found.ts'
import { judgePath } from '../places.ts'
import { isLocale, judgeVariable, takesOver } from './variables.ts'

const SHELL: Found = found('LOW', 'everyday.shell')

type JudgeBuiltin = (call: ProgramCall) => Found

const harmless: JudgeBuiltin = () => SHELL

const BUILTINS: ReadonlyMap<string, JudgeBuiltin> = new Map<string, JudgeBuiltin>([
  ...[':', 'true', 'false', 'exit', 'return', 'break', 'continue', 'shift', 'type', 'times', 'umask', 'dirs', 'ulimit', 'popd'].map(
    (name) => [name, harmless] as const,
  ),
  ['cd', judgeFolder],
  ['pushd', judgeFolder],
  ['test', judgeTest],
  ['[', judgeTest],
  ['printf', (call) => (/^-v/.test(call.args[0]?.text ?? '') || call.args[0]?.mayBeOption ? notUnderstood('printf -v') : SHELL)],
  ['export', judgeDeclaration],
  ['declare', judgeDeclaration],
  ['typeset', judgeDeclaration],
  ['local', judgeDeclaration],
  ['readonly', judgeDeclaration],
  ['unset', judgeNames],
  ['read', judgeNames],
  ['mapfile', judgeNames],
  ['readarray', judgeNames],
  ['getopts', judgeNames],
  // `jobs -x` runs a command.
  [
    'jobs',
    ({ args }) => (args.every(({ text, isOpen }) => !isOpen && /^(?:-[lnprs]+|%\S*|\d+)$/.test(text)) ? SHELL : notUnderstood('jobs')),
  ],
  ['wait', judgeWait],
  ['set', judgeSet],
  ['shopt', judgeShopt],
  ['hash', (call) => (call.args.every(({ text }) => text === '-r') ? SHELL : notUnderstood('hash'))],
  ['let', (call) => notUnderstood(['let', ...call.args.map(({ text }) => text)].join(' '))],
  ['trap', judgeTrap],
])

export const findBuiltin = (name: string): JudgeBuiltin | undefined => BUILTINS.get(name)

function judgeFolder({ args, folders, facts }: ProgramCall): Found {
  const target = args.find(({ text, isOpen }) => isOpen || !text.startsWith('-'))
  if (!target) return args.some(({ text }) => text === '-') ? SHELL : found('HIGH', sentence('everyday.outside', { path: '~' }), 'outside')
  if (target.isOpen && target.prefix === '') return found('MEDIUM', sentence('everyday.folder-later', { folder: printable(target.text) }))
  return join(SHELL, judgePath(target, 'list', folders, facts))
}

const BINARY = /^(?:==?|!=|[<>]|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/
const OPERATOR = /^(?:!|-[a-zA-Z])$/

/** `test -v a[$(…)]` runs code; names of files are only looked at. A value that only the run will tell must not become such an operator. */
function judgeTest({ name, args }: ProgramCall): Found {
  const words = name === '[' ? args.slice(0, -1) : args
  const isOperand = (index: number): boolean =>
    words.length === 1 || BINARY.test(words[index + 1]?.text ?? '') || BINARY.test(words[index - 1]?.text ?? '') || isUnary(index - 1)
  const isUnary = (index: number): boolean => words[index]?.isOpen === false && OPERATOR.test(words[index]?.text ?? '')
  const odd = words.some(
    (field, index) => field.splits || mayMatchLookup(field) || (field.mayBeOption && !field.isPattern && !isOperand(index)),
  )
  return odd || args.some(({ text }) => LOOKS_UP.test(text)) ? notUnderstood('test -v') : SHELL
}

/** The operators that look a variable up, and a variable with an index, which is computed. */
const LOOKS_UP = /^-[vR]$|^[A-Za-z_]\w*\[/

/** `[ * ]` is `[ -v 'a[…]' ]` where these are the names of files. */
function mayMatchLookup({ text, isPattern }: Field): boolean {
  if (!isPattern) return false
  const pattern = text.replace(/\[[^\]]*\]|[\s\S]/g, (piece) => PIECES[piece] ?? (piece.length > 1 ? '.' : piece.replace(/\W/, '\\$&')))
  return ['-v', '-R'].some((operator) => new RegExp(`^${pattern}$`, 's').test(operator))
}

const PIECES: Readonly<Record<string, string>> = { '*': '.*', '?': '.', '[': '.*', '…': '.*' }

/** `wait -p` sets a variable, and computes its index. */
function judgeWait({ args }: ProgramCall): Found {
  return args.every(({ text, isOpen, isNumber }) => (isOpen ? isNumber : /^(?:-[nf]+|%?\d+)$/.test(text))) ? SHELL : notUnderstood('wait')
}

function judgeDeclaration({ args }: ProgramCall): Found {
  return join(SHELL, ...args.filter(({ text }) => !/^-[gxrpa]+$/.test(text)).map(judgeDeclared))
}

function judgeDeclared(field: Field): Found {
  const match = /^([A-Za-z_]\w*)(?:\+?=(.*))?$/s.exec(field.text)
  if (!match || (field.isOpen && !/^[A-Za-z_]\w*=/.test(field.prefix))) return notUnderstood(field.text)
  const [, name = '', value] = match
  // Where the variable is a list, the value is read as the values of one, commands included.
  if (value?.includes('(')) return notUnderstood(field.text)
  if (value === undefined) return takesOver(name) ? judgeVariable(name, undefined) : NOTHING
  return judgeVariable(name, { ...field, text: value })
}

/** Plain names of variables; an index in one is arithmetic. */
function judgeNames({ name, args }: ProgramCall): Found {
  const values = /^-[dnNptiu]$/
  const names = args.filter(({ text }, index) => !text.startsWith('-') && !values.test(args[index - 1]?.text ?? ''))
  const odd = [...args].find(({ text, isOpen }) => (isOpen && text.startsWith('…')) || /^-[a-zA-Z]*C|^-[a-zA-Z]*a./.test(text))
  const bad = names.find(
    ({ text, isOpen }) => isOpen || (name !== 'getopts' && !/^[A-Za-z_]\w*$/.test(text)) || takesOver(text) || isLocale(text),
  )
  return odd || bad ? notUnderstood([name, ...args.map(({ text }) => text)].join(' ')) : SHELL
}

/** Others change how the script is read (`-k` takes `NAME=value` from anywhere in a command), or what `$1` is. */
const PLAIN_SETTING = /^(?:[-+][euxvEfTCo]+|--|pipefail|errexit|nounset|xtrace|verbose|errtrace|functrace|noglob|noclobber)$/

function judgeSet({ name, args }: ProgramCall): Found {
  const options = args.findIndex(({ text }) => text === '--')
  const isPlain = args.every(({ text, isOpen }, index) => {
    if (options >= 0 && index > options) return !isOpen && /^[-+]?[a-zA-Z]+$/.test(text)
    return !isOpen && PLAIN_SETTING.test(text)
  })
  return isPlain ? SHELL : notUnderstood([name, ...args.map(({ text }) => text)].join(' '))
}

/** Other options change how a script is read. With `nullglob` a word may vanish, so that what was its option's value becomes an option. */
function judgeShopt({ args }: ProgramCall): Found {
  if (args.some(({ text }) => text === 'nullglob'))
    return found('HIGH', sentence('everyday.odd-word', { command: 'shopt', word: 'nullglob' }))
  const isPlain = args.every(({ text, isOpen }) => !isOpen && /^-[suq]$|^(?:globstar|nocaseglob)$/.test(text))
  return isPlain ? SHELL : notUnderstood(['shopt', ...args.map(({ text }) => text)].join(' '))
}

function judgeTrap(call: ProgramCall): Found {
  const [text] = call.args
  if (!text || text.isOpen) return notUnderstood('trap')
  return /^(?:-|)$/.test(text.text) ? SHELL : call.judge.script(text.text, call)
}
