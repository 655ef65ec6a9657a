// A Vitest reporter that writes the results as data for test.ts. A file that does not load and an error outside any test count as failed:
// neither appears as a test.
import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import type { SkippedTest, TestResults } from './test-results.ts'

export default class ResultsReporter implements Reporter {
  readonly #file: string
  #vitest: Vitest | undefined

  constructor({ file }: { file: string }) {
    this.#file = file
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const pattern = this.#vitest?.getGlobalTestNamePattern()
    const tests = modules.flatMap((module) => [...module.children.allTests()]).filter((test) => isChosen(test, pattern))
    const broken = modules.flatMap((module) => [module, ...module.children.allSuites()]).filter((group) => group.errors().length > 0)
    const results: TestResults = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: tests.filter((test) => ['failed', 'pending'].includes(test.result().state)).length + broken.length + errors.length,
      skipped: tests.filter((test) => test.result().state === 'skipped').map(describeSkipped),
    }
    writeFileSync(this.#file, JSON.stringify(results))
  }
}

// Vitest reports a test that `-t` left out as skipped.
const isChosen = (test: TestCase, pattern: RegExp | undefined): boolean => !pattern || pattern.test(test.fullName)

function describeSkipped(test: TestCase): SkippedTest {
  const result = test.result()
  const note = result.state === 'skipped' ? result.note : undefined
  return {
    name: `${test.module.relativeModuleId} > ${test.fullName}`,
    reason: note ?? (test.options.mode === 'todo' ? 'to do' : 'no reason given'),
  }
}
