// Ends a program and all that it started. In a sandbox the kernel does it: when the leader dies, so does its process
// namespace. Without one the group is asked and then forced, and what left the group is found by its environment.
import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { errnoOf } from '../disk/file-failure.ts'

const GRACE_MILLISECONDS = 2_000
const MARK = 'COUNTERSIGN_RUN'

export interface TreeFacts {
  readonly endsWithLeader: boolean
  readonly environment: Readonly<Record<string, string>>
}

/** A mark that every process of one run carries in its environment. */
export const markOf = (run: string): Record<string, string> => ({ [MARK]: run })

export function endProcessTree(child: ChildProcess, { endsWithLeader, environment }: TreeFacts): void {
  if (child.pid === undefined) return
  const isRunning = child.exitCode === null && child.signalCode === null
  if (endsWithLeader) {
    if (isRunning) sendSignal(child.pid, 'SIGKILL')
    return
  }
  const mark = environment[MARK]
  const force = () => {
    sendSignal(-(child.pid as number), 'SIGKILL')
    for (const pid of mark ? findMarked(mark) : []) sendSignal(pid, 'SIGKILL')
  }
  if (!isRunning) {
    force()
    return
  }
  sendSignal(-child.pid, 'SIGTERM')
  const timer = setTimeout(force, GRACE_MILLISECONDS)
  child.once('exit', () => clearTimeout(timer))
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It is gone already, which is what was wanted.
    if (errnoOf(error) !== 'ESRCH') throw error
  }
}

/** Daemons that made a session of their own. Only Linux shows the environment of other processes. */
export function findMarked(mark: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => environmentOf(pid).split('\0').includes(`${MARK}=${mark}`)).map(Number)
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch (error) {
    // Gone meanwhile, or another person's.
    if (errnoOf(error) === undefined) throw error
    return ''
  }
}
