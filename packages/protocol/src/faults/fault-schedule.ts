// Named places where a test can stop a process. The code always passes them, in one order, with and without a test: outside of
// tests nothing is scheduled and nothing happens there.

export const noFaults = (): void => undefined

export interface FaultEnvironment {
  readonly COUNTERSIGN_FAULT?: string | undefined
  readonly COUNTERSIGN_TEST_FAULTS?: string | undefined
}

export interface ScheduledFault {
  readonly point: string
  /** The pass at which the process stops, from 1. */
  readonly pass: number
}

/** `COUNTERSIGN_FAULT=after-run:2` is the second pass of `after-run`; it counts only with `COUNTERSIGN_TEST_FAULTS=1`. */
export function readFault({ COUNTERSIGN_TEST_FAULTS: allowed, COUNTERSIGN_FAULT: text }: FaultEnvironment): ScheduledFault | undefined {
  if (allowed !== '1' || !text) return undefined
  const [, point = text, pass = '1'] = /^(.*?)(?::(\d+))?$/.exec(text) ?? []
  return { point, pass: Number(pass) }
}

export function stopAt(fault: ScheduledFault | undefined, stop: () => void): (point: string) => void {
  if (!fault) return noFaults
  let left = fault.pass
  return (point) => {
    if (point === fault.point && --left === 0) stop()
  }
}
