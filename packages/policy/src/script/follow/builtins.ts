// Builtins that change what a script knows: the folder and the variables. The judge decides whether they may run.

import { joinFolder } from '../folders.ts'
import type { Field } from '../run.ts'
import { assign, copyState, doubtFunction, known, type State, UNKNOWN } from '../state.ts'

/** The state after the builtin, or `plain` if nothing of it changes. */
export type BuiltinResult = State | 'plain'

export function followBuiltin(fields: readonly Field[], state: State, roots: readonly string[]): BuiltinResult {
  const [name, ...args] = fields
  switch (name?.text) {
    case 'cd':
    case 'pushd':
      return { ...copyState(state), folders: foldersAfter(args, state.folders, roots) }
    case 'popd':
      return { ...copyState(state), folders: ['?'] }
    case 'export':
    case 'declare':
    case 'typeset':
    case 'local':
    case 'readonly':
      return declare(name.text, args, state)
    case 'read':
    case 'mapfile':
    case 'readarray':
    case 'unset':
    case 'getopts':
    case 'printf':
    case 'wait':
      return forget(args, state)
    default:
      return 'plain'
  }
}

function foldersAfter(args: readonly Field[], folders: readonly string[], roots: readonly string[]): readonly string[] {
  const [target, ...more] = args.filter(({ text, isOpen }) => isOpen || !/^-[LPe@]*$|^--$/.test(text))
  if (!target) return args.some(({ text }) => text === '-') ? ['?'] : ['~']
  // `pushd +1` goes to a folder of the stack.
  if (more.length > 0 || target.isOpen || target.text === '-' || /^[-+]\d/.test(target.text)) return ['?']
  return [...new Set(folders.map((folder) => joinFolder(folder, target.text, roots)))]
}

function declare(name: string, args: readonly Field[], state: State): State {
  const next = copyState(state)
  const fixes = name === 'readonly' || args.some(({ text }) => /^-\w*r/.test(text))
  for (const { text, isOpen } of args) {
    const match = /^([A-Za-z_]\w*)(?:(\+?=)(.*))?$/s.exec(text)
    if (!match) continue
    const [, variable = '', operator, value = ''] = match
    if (operator !== undefined) assign(next, variable, isOpen || operator === '+=' ? UNKNOWN : known(value))
    // A variable that a function declares for itself has no value yet.
    else if (name !== 'export' && name !== 'readonly') assign(next, variable, UNKNOWN)
    if (fixes) next.variables.set(variable, { ...(next.variables.get(variable) ?? UNKNOWN), isFixed: true })
  }
  return next
}

/** Every word may name a variable that gets a new value, or a function that is gone. */
function forget(args: readonly Field[], state: State): State {
  const next = copyState(state)
  const isAny = args.some(({ isOpen }) => isOpen)
  if (isAny) for (const name of next.variables.keys()) assign(next, name, UNKNOWN)
  if (isAny) for (const name of next.functions.keys()) doubtFunction(next, name)
  for (const { text } of args) {
    doubtFunction(next, text)
    const name = /^(?:-\w*?)?([A-Za-z_]\w*)$/.exec(text)?.[1]
    if (name !== undefined) assign(next, name, UNKNOWN)
  }
  return next
}
