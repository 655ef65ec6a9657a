// Fault points that a test can set from outside: the process ends itself, as by kill -9, at the n-th time it gets there.
import { FAULT_POINTS, type FaultPoint } from '@countersign/core'
import { type FaultEnvironment, readFault, stopAt } from '@countersign/protocol'

/** A point that does not exist is refused: the test would wait for nothing. */
export function faultsFromEnvironment(environment: FaultEnvironment): (point: FaultPoint) => void {
  const fault = readFault(environment)
  if (fault && !FAULT_POINTS.some((point) => point === fault.point))
    throw new Error(`COUNTERSIGN_FAULT=${fault.point} names no fault point. There are: ${FAULT_POINTS.join(', ')}`)
  return stopAt(fault, () => process.kill(process.pid, 'SIGKILL'))
}
