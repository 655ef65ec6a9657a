// Fault points that a test can set from outside: the process ends itself, as by kill -9, at the n-th time it gets there.
import { FAULT_POINTS, type FaultPoint, type Ports } from '@countersign/core'

const FAULT = /^([a-z]+:(?:before|after)-commit)(?::(\d+))?$/

/** `COUNTERSIGN_FAULT=settle:before-commit:2`, and only where `COUNTERSIGN_TEST_FAULTS=1` says that this is a test. */
export function faultsFromEnvironment(environment: NodeJS.ProcessEnv = process.env): Ports['faults'] {
  const { COUNTERSIGN_TEST_FAULTS: allowed, COUNTERSIGN_FAULT: fault } = environment
  if (allowed !== '1' || !fault) return () => undefined
  const [, point, count = '1'] = FAULT.exec(fault) ?? []
  if (!FAULT_POINTS.includes(point as FaultPoint))
    throw new Error(`COUNTERSIGN_FAULT=${fault} names no fault point. There are: ${FAULT_POINTS.join(', ')}`)
  let left = Number(count)
  return (reached) => {
    if (reached !== point) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
}
