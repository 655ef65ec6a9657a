// Summary of a test run: counts, what was skipped and why, and what prevents calling it green.

export interface SkippedTest {
  readonly name: string
  readonly reason: string
}

export interface TestResults {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly SkippedTest[]
}

export const summarize = ({ passed, failed, skipped }: TestResults): string =>
  `${passed} passed, ${failed} failed, ${skipped.length} skipped`

export function findProblems(results: TestResults, { skipsAllowed }: { skipsAllowed: boolean }): string[] {
  const problems: string[] = []
  if (results.passed + results.failed === 0) problems.push('No test ran.')
  if (results.failed > 0) problems.push(`${results.failed} failed.`)
  if (!skipsAllowed)
    problems.push(...results.skipped.map(({ name, reason }) => `Skipped, and every test has to run here: ${name} (${reason})`))
  return problems
}
