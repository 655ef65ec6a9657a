// What else the machine was doing: other load hardly affects a ratio, but it does affect a time.
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

interface Ticks {
  readonly total: number
  readonly busy: number
  readonly own: number
}

/** Processor ticks of this process and of every child that has ended; read after all have ended. */
function ownTicks(): number {
  const text = readFileSync('/proc/self/stat', 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
}

function readTicks(): Ticks {
  const line = readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  const fields = line.trim().split(/\s+/).slice(1, 9).map(Number)
  const total = fields.reduce((sum, field) => sum + field, 0)
  const [, , , idle = 0, waiting = 0] = fields
  return { total, busy: total - idle - waiting, own: ownTicks() }
}

export interface Load {
  /** As a share of all processor time available. */
  readonly othersShare: number
  readonly ownShare: number
}

/** The returned function gives the load since the call; undefined if there is no /proc. */
export function watchLoad(): () => Load | undefined {
  if (process.platform !== 'linux') return () => undefined
  const before = readTicks()
  return () => {
    const after = readTicks()
    const total = Math.max(1, after.total - before.total)
    const own = after.own - before.own
    return { ownShare: own / total, othersShare: Math.max(0, after.busy - before.busy - own) / total }
  }
}

export const describeMachine = (): string => `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`

/** How many files a process may hold open; unlimited if the system does not say. */
export function openFilesLimit(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY
  const limit = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))
  return limit ? Number(limit[1]) : Number.POSITIVE_INFINITY
}
