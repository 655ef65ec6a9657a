// The official conformance suite of MCP: on our server what needs no fixtures, the rest on the same connections with its fixtures.
import { expect } from 'vitest'
import { scenario } from '../../scenario.ts'
import { EXPECTED_WARNINGS, EXPECTED_WITH_FIXTURES, WITHOUT_FIXTURES } from '../../world/conformance/expected-failures.ts'
import { hostFixtures, hostRealServer } from '../../world/conformance/hosts.ts'
import { runSuite } from '../../world/conformance/run-suite.ts'
import { startWorld } from '../../world/world.ts'

/** The scenarios of the suite, in the version of the lock file. */
const ALL_SCENARIOS = 32

scenario('our server holds every conformance scenario that needs no fixtures', { verifies: ['agent.mcp'] }, async () => {
  await using world = await startWorld({ runner: 'none' })
  await using host = await hostRealServer(world)
  // The whole suite in one process is quicker than parts of it in several.
  const outcomes = (await runSuite(host.url)).filter((outcome) => WITHOUT_FIXTURES.includes(outcome.scenario))
  expect(outcomes).toEqual(WITHOUT_FIXTURES.map((name) => ({ scenario: name, problems: [], warnings: [] })))
})

scenario('with the fixtures of the suite the same connections hold the rest', { verifies: ['agent.mcp'] }, async () => {
  await using host = await hostFixtures()
  const outcomes = await runSuite(host.url)
  expect(outcomes).toHaveLength(ALL_SCENARIOS)
  const failed = outcomes.filter(({ problems }) => problems.length > 0)
  const unexpected = failed.filter((outcome) => !(outcome.scenario in EXPECTED_WITH_FIXTURES))
  expect(unexpected).toEqual([])
  expect(failed.map((outcome) => outcome.scenario)).toEqual(Object.keys(EXPECTED_WITH_FIXTURES))
  expect(outcomes.flatMap(({ warnings }) => warnings)).toEqual(Object.keys(EXPECTED_WARNINGS))
})
