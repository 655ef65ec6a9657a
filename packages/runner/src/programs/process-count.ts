// How many processes a command may have at once, where the kernel does not count: it exempts who is root outside. The
// number of all processes is looked at often, which costs next to nothing; those of the command only when that has grown.
import { readdirSync, readFileSync } from 'node:fs'
import { errnoOf } from '../disk/file-failure.ts'

const LOOK_MILLISECONDS = 20

export interface ProcessWatch {
  readonly pid: number
  readonly maxProcesses: number
  readonly onTooMany: () => void
}

export function watchProcessCount({ pid, maxProcesses, onTooMany }: ProcessWatch): Disposable {
  const atStart = countAll()
  const timer = setInterval(() => {
    if (countAll() - atStart > maxProcesses && countBelow(pid) > maxProcesses) onTooMany()
  }, LOOK_MILLISECONDS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** "0.20 0.18 0.12 1/80 11206": running and all. */
const countAll = (): number => Number(/\/(\d+)/.exec(readFileSync('/proc/loadavg', 'latin1'))?.[1] ?? 0)

function countBelow(pid: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = Map.groupBy(pids, parentOf)
  let count = -1
  for (const open = [String(pid)]; open.length > 0; count++) open.push(...(children.get(open.pop()) ?? []))
  return count
}

function parentOf(pid: string): string | undefined {
  try {
    return /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]
  } catch (error) {
    // Gone meanwhile.
    if (errnoOf(error) === undefined) throw error
    return undefined
  }
}
