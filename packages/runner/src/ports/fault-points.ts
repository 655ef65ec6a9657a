// The places where a test may stop the world. A port that only tests fill; a child process may be told by its environment.

export const RUNNER_FAULT_POINTS = [
  'before-hello',
  'after-hello',
  'before-preview-post',
  'before-started',
  'after-started',
  'before-run',
  'after-run',
  'before-outbox',
  'after-outbox',
  'before-post',
  'after-post',
] as const

/** Inside a call that changes files, and inside an undo. */
export const CHANGE_FAULT_POINTS = ['after-change-written', 'before-change-step', 'before-change-done', 'after-undo-step'] as const

export type RunnerFaultPoint = (typeof RUNNER_FAULT_POINTS | typeof CHANGE_FAULT_POINTS)[number]
export type RunnerFaults = (point: RunnerFaultPoint) => void | Promise<void>

export interface FaultEnvironment {
  readonly COUNTERSIGN_FAULT?: string | undefined
  readonly COUNTERSIGN_TEST_FAULTS?: string | undefined
}

/** `COUNTERSIGN_FAULT=after-run:2` ends this process with SIGKILL the second time it gets there. */
export function faultsFromEnvironment(environment: FaultEnvironment, endProcess: () => void = killMyself): RunnerFaults | undefined {
  if (environment.COUNTERSIGN_TEST_FAULTS !== '1' || !environment.COUNTERSIGN_FAULT) return undefined
  const [wanted, times = '1'] = environment.COUNTERSIGN_FAULT.split(':')
  let left = Number(times)
  return (point) => {
    if (point === wanted && --left === 0) endProcess()
  }
}

const killMyself = (): void => {
  process.kill(process.pid, 'SIGKILL')
}
