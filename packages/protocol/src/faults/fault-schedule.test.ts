import { expect, test } from 'vitest'
import { type FaultEnvironment, readFault, stopAt } from './fault-schedule.ts'

function timesStopped(environment: FaultEnvironment, passes: number): number {
  let stopped = 0
  const faults = stopAt(readFault(environment), () => void stopped++)
  for (let i = 0; i < passes; i++) faults('after-run')
  return stopped
}

test('a fault in the environment counts only where test faults are allowed', () => {
  expect(timesStopped({}, 1)).toBe(0)
  expect(timesStopped({ COUNTERSIGN_FAULT: 'after-run' }, 1)).toBe(0)
  expect(timesStopped({ COUNTERSIGN_FAULT: 'after-run', COUNTERSIGN_TEST_FAULTS: '1' }, 1)).toBe(1)
})

test('a fault may wait for a later pass, and another point does not set it off', () => {
  const environment = { COUNTERSIGN_FAULT: 'after-run:3', COUNTERSIGN_TEST_FAULTS: '1' }
  expect(timesStopped(environment, 2)).toBe(0)
  expect(timesStopped(environment, 5)).toBe(1)
  expect(timesStopped({ ...environment, COUNTERSIGN_FAULT: 'before-run' }, 5)).toBe(0)
})

test('the name of a point may have a colon itself', () => {
  const read = (text: string) => readFault({ COUNTERSIGN_FAULT: text, COUNTERSIGN_TEST_FAULTS: '1' })
  expect(read('settle:before-commit')).toEqual({ point: 'settle:before-commit', pass: 1 })
  expect(read('settle:before-commit:2')).toEqual({ point: 'settle:before-commit', pass: 2 })
})
