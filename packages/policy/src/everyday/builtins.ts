// Builtins of the shell that start no program. Most are harmless; some evaluate text as arithmetic or code, and those pass only with plain words.
import { sentence } from '@countersign/protocol'
import { printable } from '../risk/index.ts'
import type { Field } from '../script/fields.ts'
import { type Found, found, join, NOTHING, notUnderstood, type ProgramCall } from './found.ts'
import { judgePath } from './places.ts'
import { judgeVariable, takesOver } from './variables.ts'

const SHELL: Found = found('LOW', 'everyday.shell')

type JudgeBuiltin = (call: ProgramCall) => Found

const harmless: JudgeBuiltin = () => SHELL

const BUILTINS: ReadonlyMap<string, JudgeBuiltin> = new Map<string, JudgeBuiltin>([
  ...[
    ':',
    'true',
    'false',
    'exit',
    'return',
    'break',
    'continue',
    'shift',
    'wait',
    'type',
    'times',
    'umask',
    'dirs',
    'ulimit',
    'jobs',
    'popd',
  ].map((name) => [name, harmless] as const),
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

/** `test -v a[$(…)]` runs code; names of files are only looked at. */
function judgeTest({ args }: ProgramCall): Found {
  return args.some(({ text }) => text === '-v' || text === '-R') ? notUnderstood('test -v') : SHELL
}

function judgeDeclaration({ args }: ProgramCall): Found {
  return join(SHELL, ...args.filter(({ text }) => !/^-[gxrpa]+$/.test(text)).map(judgeDeclared))
}

function judgeDeclared(field: Field): Found {
  const match = /^([A-Za-z_]\w*)(?:\+?=(.*))?$/s.exec(field.text)
  if (!match || (field.isOpen && !/^[A-Za-z_]\w*=/.test(field.prefix))) return notUnderstood(field.text)
  const [, name = '', value] = match
  if (value === undefined) return takesOver(name) ? judgeVariable(name, undefined) : NOTHING
  return judgeVariable(name, { ...field, text: value })
}

/** Plain names of variables; an index in one is arithmetic. */
function judgeNames({ name, args }: ProgramCall): Found {
  const values = /^-[dnNptiua]$/
  const names = args.filter(({ text }, index) => !text.startsWith('-') && !values.test(args[index - 1]?.text ?? ''))
  const odd = [...args].find(({ text, isOpen }) => (isOpen && text.startsWith('…')) || /^-[a-zA-Z]*C/.test(text))
  const bad = names.find(({ text, isOpen }) => isOpen || (name !== 'getopts' && !/^[A-Za-z_]\w*$/.test(text)) || takesOver(text))
  return odd || bad ? notUnderstood([name, ...args.map(({ text }) => text)].join(' ')) : SHELL
}

function judgeSet({ name, args }: ProgramCall): Found {
  const isPlain = args.every(({ text, isOpen }) => !isOpen && /^[-+][a-zA-Z]+$|^[a-z]+$|^--?$/.test(text))
  return isPlain ? SHELL : notUnderstood([name, ...args.map(({ text }) => text)].join(' '))
}

/** Other options change how a script is read. */
function judgeShopt({ args }: ProgramCall): Found {
  const isPlain = args.every(({ text, isOpen }) => !isOpen && /^-[suq]$|^(?:nullglob|globstar|failglob|nocaseglob|dotglob)$/.test(text))
  return isPlain ? SHELL : notUnderstood(['shopt', ...args.map(({ text }) => text)].join(' '))
}

function judgeTrap(call: ProgramCall): Found {
  const [text] = call.args
  if (!text || text.isOpen) return notUnderstood('trap')
  return /^(?:-|)$/.test(text.text) ? SHELL : call.judge.script(text.text, call)
}
