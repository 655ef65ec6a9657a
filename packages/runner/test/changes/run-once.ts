// Starts change-once.ts and tells how it ended.
import { spawnSync } from 'node:child_process'
import { testProgram } from '../../../../scripts/test-program.ts'
import type { RunnerFaultPoint } from '../../src/ports/fault-points.ts'
import type { OneCall } from './carry-out.ts'

const PROGRAM = testProgram(new URL('change-once.ts', import.meta.url))

export interface RunOnce {
  readonly root: string
  readonly undoFolder: string
  readonly call: OneCall
  /** Killed there, the given time that it gets there. */
  readonly fault?: `${RunnerFaultPoint}:${number}`
  readonly uid?: number
}

/** What it said, or the signal that ended it. */
export function runOnce({ root, undoFolder, call, fault, uid }: RunOnce): string {
  const env = { ...process.env, ...(fault && { COUNTERSIGN_TEST_FAULTS: '1', COUNTERSIGN_FAULT: fault }) }
  const user = uid === undefined ? {} : { uid, gid: uid }
  const run = spawnSync(process.execPath, [PROGRAM, root, undoFolder, JSON.stringify(call)], { env, encoding: 'utf8', ...user })
  if (run.signal) return run.signal
  if (run.status !== 0) throw new Error(run.stderr)
  return run.stdout
}
