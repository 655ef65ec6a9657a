// Builtins that change what a script knows: the folder and the variables. The judge decides whether they may run.
import type { Field } from './fields.ts'
import { joinFolder } from './folders.ts'
import { copyState, known, type State, UNKNOWN } from './state.ts'

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
      return declare(args, state)
    case 'read':
    case 'mapfile':
    case 'readarray':
    case 'unset':
    case 'getopts':
    case 'printf':
      return forget(args, state)
    default:
      return 'plain'
  }
}

function foldersAfter(args: readonly Field[], folders: readonly string[], roots: readonly string[]): readonly string[] {
  const [target, ...more] = args.filter(({ text, isOpen }) => isOpen || !/^-[LPe@]*$|^--$/.test(text))
  if (!target) return args.some(({ text }) => text === '-') ? ['?'] : ['~']
  if (more.length > 0 || target.isOpen || target.text === '-') return ['?']
  return [...new Set(folders.map((folder) => joinFolder(folder, target.text, roots)))]
}

function declare(args: readonly Field[], state: State): State {
  const next = copyState(state)
  for (const { text, isOpen } of args) {
    const match = /^([A-Za-z_]\w*)(?:(\+?=)(.*))?$/s.exec(text)
    if (!match) continue
    const [, name = '', operator, value = ''] = match
    if (operator !== undefined) next.variables.set(name, isOpen || operator === '+=' ? UNKNOWN : known(value))
  }
  return next
}

/** Every word may name a variable that gets a new value. */
function forget(args: readonly Field[], state: State): State {
  const next = copyState(state)
  if (args.some(({ isOpen }) => isOpen)) for (const name of next.variables.keys()) next.variables.set(name, UNKNOWN)
  for (const { text } of args) {
    const name = /^(?:-\w*?)?([A-Za-z_]\w*)$/.exec(text)?.[1]
    if (name !== undefined) next.variables.set(name, UNKNOWN)
  }
  next.variables.set('REPLY', UNKNOWN)
  return next
}
