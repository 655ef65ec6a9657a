// What tells one process from another that got the same number later: when it started, and since which start of the machine.
import { readdirSync, readFileSync } from 'node:fs'
import { errnoOf } from '../disk/file-failure.ts'
import { readProgram } from './spawn-program.ts'

/** Another one after every start of the machine; empty where the system does not tell. */
export const bootId = (): string => readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? ''

/** Undefined where there is no such process. */
export function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') return fieldsOf(pid)?.startTime
  try {
    return readProgram('/bin/ps', ['-o', 'lstart=', '-p', String(pid)]).trim() || undefined
  } catch (error) {
    // It says by its exit code that there is none.
    if ((error as { status?: unknown }).status === 1) return undefined
    throw error
  }
}

export const groupOf = (pid: number): number | undefined => fieldsOf(pid)?.group

/** All that it started, and what those started, with how far below it each is. Only Linux tells. */
export function descendantsOf(pid: number): { readonly pid: number; readonly depth: number }[] {
  if (process.platform !== 'linux') return []
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = Map.groupBy(all.map(Number), (each) => fieldsOf(each)?.parent)
  const found: { pid: number; depth: number }[] = []
  const visit = (above: number, depth: number): void => {
    for (const child of children.get(above) ?? []) {
      found.push({ pid: child, depth })
      visit(child, depth + 1)
    }
  }
  visit(pid, 1)
  return found
}

interface ProcessFields {
  readonly parent: number
  readonly group: number
  readonly startTime: string
}

/** "7 (a name) S 1 …": the name may hold anything, so what counts begins behind its last bracket. */
function fieldsOf(pid: number): ProcessFields | undefined {
  const text = readIfThere(`/proc/${pid}/stat`)
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group] = fields ?? []
  const startTime = fields?.[19]
  // One that is dead and only waits to be looked at does not count as there.
  return parent === undefined || startTime === undefined || state === 'Z'
    ? undefined
    : { parent: Number(parent), group: Number(group), startTime }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    // Gone meanwhile, or a system without it.
    if (errnoOf(error) === undefined) throw error
    return undefined
  }
}
