// Lists of steps that git works off later (`git rebase --continue`): a step may be a program to run.
import { hash } from 'node:crypto'
import { lookAt, readPlain } from './read-plain.ts'

/** The lists, and the folders that they lie in. */
const LISTS = ['rebase-merge/git-rebase-todo', 'sequencer/todo'] as const
const MAX_LIST_BYTES = 16 * 1024 * 1024
const STEPS =
  /^(?:pick|p|revert|reword|r|edit|e|squash|s|fixup|f|drop|d|label|l|reset|t|merge|m|noop|break|b|update-ref|u)(?:\s|$)|^$|^[^\p{L}\p{N}]/u

export interface Orders {
  /** Relative to the repository: the list, or what stands in its place. */
  readonly name: string
  /** Steps that are none of the harmless ones, one by one. */
  readonly steps: readonly string[]
}

export function ordersOf(repository: string): Orders[] {
  return LISTS.flatMap((name) => {
    const folder = name.slice(0, name.indexOf('/'))
    const kind = lookAt(`${repository}/${folder}`)
    if (!kind) return []
    if (!kind.isDirectory()) return [{ name: folder, steps: [`${folder} is no folder`] }]
    return lookAt(`${repository}/${name}`) ? [{ name, steps: stepsIn(`${repository}/${name}`) }] : []
  })
}

function stepsIn(path: string): string[] {
  const bytes = readPlain(path, MAX_LIST_BYTES)
  if (!bytes) return ['it cannot be read']
  const lines = bytes.toString('utf8').split('\n')
  return lines.filter((line) => !STEPS.test(line.trim())).map((line) => hash('sha256', line))
}
