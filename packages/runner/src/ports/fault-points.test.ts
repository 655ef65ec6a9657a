import { expect, test } from 'vitest'
import { faultsFromEnvironment } from './fault-points.ts'

function timesEnded(environment: Parameters<typeof faultsFromEnvironment>[0], passes: number): number {
  let ended = 0
  const faults = faultsFromEnvironment(environment, () => void ended++)
  for (let i = 0; i < passes; i++) void faults?.('after-run')
  return ended
}

test('a fault in the environment counts only where test faults are allowed', () => {
  expect(timesEnded({ COUNTERSIGN_FAULT: 'after-run' }, 1)).toBe(0)
  expect(timesEnded({ COUNTERSIGN_FAULT: 'after-run', COUNTERSIGN_TEST_FAULTS: '1' }, 1)).toBe(1)
})

test('a fault may wait for a later pass, and another point does not set it off', () => {
  const environment = { COUNTERSIGN_FAULT: 'after-run:3', COUNTERSIGN_TEST_FAULTS: '1' }
  expect(timesEnded(environment, 2)).toBe(0)
  expect(timesEnded(environment, 5)).toBe(1)
  expect(timesEnded({ ...environment, COUNTERSIGN_FAULT: 'before-run' }, 5)).toBe(0)
})
