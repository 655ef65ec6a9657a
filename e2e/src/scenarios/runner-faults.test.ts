// The runner dies by SIGKILL at its fault points, and is started again: at every point in a full run, otherwise at every other one.
import { RUNNER_FAULT_POINTS, type RunnerFaultPoint } from '@countersign/runner'
import { expect } from 'vitest'
import { sampleOf } from '../../../scripts/chaos/sample.ts'
import { scenario } from '../scenario.ts'
import { sharedWorld } from '../world/shared-world.ts'
import { callThroughFaults, countedCalls, FAULT_FILES } from './faults.ts'

const world = sharedWorld({ runner: 'separate', files: FAULT_FILES, serve: ['--lease-seconds', '2', '--runner-wait-seconds', '30'] })

async function dieAt(point: RunnerFaultPoint): Promise<void> {
  await world().runner()?.stop()
  const runner = world().restartRunner({ COUNTERSIGN_TEST_FAULTS: '1', COUNTERSIGN_FAULT: point })
  const restarted = runner.ended.then((ending) => {
    world().restartRunner()
    return ending
  })
  const [ending] = await Promise.all([restarted, ...countedCalls().map((call) => callThroughFaults(world(), call))])
  expect(ending.signal).toBe('SIGKILL')
}

for (const point of sampleOf(RUNNER_FAULT_POINTS, 2)) {
  scenario(`the runner dies at ${point}`, { verifies: ['executions.one-end', 'executions.at-most-once'], seconds: 400 }, () => dieAt(point))
}
