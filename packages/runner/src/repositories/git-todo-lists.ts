// Lists of steps that git works off later (`git rebase --continue`): a step may be a program to run, and so may the strategy that
// is kept beside them: git runs `git-merge-NAME`, and as `x/../NAME` that is a path in the work tree.
import { hash } from 'node:crypto'
import { lookAt, readPlain } from '../disk/read-plain.ts'

const MAX_LIST_BYTES = 16 * 1024 * 1024
const STEPS =
  /^(?:pick|p|revert|reword|r|edit|e|squash|s|fixup|f|drop|d|label|l|reset|t|merge|m|noop|break|b|update-ref|u)(?:\s|$)|^$|^[^\p{L}\p{N}]/u

const STRATEGY = '(?:ort|recursive|resolve|octopus|ours|subtree)'
const OPTION = `strategy = ${STRATEGY}|strategy-option = [\\w=%-]+|(?!strategy\\b)[a-z-]+ = [\\w@.+-]*`

const LISTS: readonly (readonly [name: string, harmless: RegExp])[] = [
  ['rebase-merge/git-rebase-todo', STEPS],
  ['sequencer/todo', STEPS],
  ['rebase-merge/strategy', new RegExp(`^${STRATEGY}?$`)],
  ['sequencer/opts', new RegExp(`^(?:\\[options\\]|${OPTION})?$`)],
]

export interface TodoList {
  /** Relative to the repository: the list, or what stands in its place. */
  readonly name: string
  /** Steps that are none of the harmless ones, one by one. */
  readonly steps: readonly string[]
}

export function readTodoLists(repository: string): TodoList[] {
  return LISTS.flatMap(([name, harmless]) => {
    const folder = name.slice(0, name.indexOf('/'))
    const kind = lookAt(`${repository}/${folder}`)
    if (!kind) return []
    if (!kind.isDirectory()) return [{ name: folder, steps: [`${folder} is no folder`] }]
    return lookAt(`${repository}/${name}`) ? [{ name, steps: stepsIn(`${repository}/${name}`, harmless) }] : []
  })
}

function stepsIn(path: string, harmless: RegExp): string[] {
  const bytes = readPlain(path, MAX_LIST_BYTES)
  if (!bytes) return ['it cannot be read']
  const lines = bytes.toString('utf8').split('\n')
  return lines.filter((line) => !harmless.test(line.trim())).map((line) => hash('sha256', line))
}
