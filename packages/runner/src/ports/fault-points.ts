// The places where a test may stop a runner. A child process is told by its environment.
import { type FaultEnvironment, readFault, stopAt } from '@countersign/protocol'

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

export const faultsFromEnvironment = (environment: FaultEnvironment): RunnerFaults =>
  stopAt(readFault(environment), () => process.kill(process.pid, 'SIGKILL'))
