// Fault points that a test sets through the environment: the process kills itself (as with kill -9) when it reaches the point for
// the n-th time.
import { FAULT_POINTS, type FaultPoint } from '@countersign/core'
import { type FaultEnvironment, readFault, stopAt } from '@countersign/protocol'

/** An unknown fault point is refused; otherwise the test would wait for something that never happens. */
export function faultsFromEnvironment(environment: FaultEnvironment): (point: FaultPoint) => void {
  const fault = readFault(environment)
  if (fault && !FAULT_POINTS.some((point) => point === fault.point))
    throw new Error(`COUNTERSIGN_FAULT=${fault.point} is not a fault point. Known points: ${FAULT_POINTS.join(', ')}`)
  return stopAt(fault, () => process.kill(process.pid, 'SIGKILL'))
}
