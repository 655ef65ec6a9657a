// A test runner for Stryker that runs the tests of the judgement in its own process: a mutant takes milliseconds, while a run of Vitest
// takes a second or more, most of it for starting. For a mutant in code that runs at load, Stryker starts a new process.
import { globSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MutantCoverage } from '@stryker-mutator/api/core'
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  type CompleteDryRunResult,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import fc from 'fast-check'
import { type CollectedTest, collectedTests, collectFrom } from './collected-tests.ts'

const TESTS = 'packages/policy/src/{path,command,shell,risk}/**/*.test.ts'
/** These take seconds, and the corpora find by name what they would find by chance. */
const LEFT_OUT = '**/*.{speed,bash,property}.test.ts'

/** The variables that the mutated code reads and writes. */
interface Namespace {
  activeMutant?: string
  currentTestId?: string
  mutantCoverage?: MutantCoverage
  hitCount?: number
  hitLimit?: number
}
const namespace: Namespace = {}
Object.assign(globalThis, { __stryker__: namespace })

function createTestRunner(): TestRunner {
  const loading = Promise.withResolvers<void>()
  let isLoading = false
  const load = (): Promise<void> => {
    if (!isLoading) loadTests().then(loading.resolve, loading.reject)
    isLoading = true
    return loading.promise
  }
  return {
    capabilities: () => ({ reloadEnvironment: false }),
    dryRun: () => tryRun(async () => ({ ...(await runTests([...collectedTests], { bails: false })), ...coverage() }), load),
    mutantRun: (options) => runMutant(options, load),
  }
}

async function runMutant(options: MutantRunOptions, load: () => Promise<void>) {
  const { activeMutant, hitLimit, disableBail } = options
  // Before the tests are loaded: what is computed at load must already be changed.
  Object.assign(namespace, { activeMutant: activeMutant.id, hitCount: hitLimit === undefined ? undefined : 0, hitLimit })
  const result = await tryRun(() => runTests(selectTests(options), { bails: !disableBail }), load)
  const endless = determineHitLimitReached(namespace.hitCount, hitLimit)
  return toMutantRunResult(endless ?? result) satisfies MutantRunResult
}

async function tryRun(run: () => Promise<DryRunResult>, load: () => Promise<void>): Promise<DryRunResult> {
  try {
    await load()
    return await run()
  } catch (cause) {
    return { status: DryRunStatus.Error, errorMessage: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}

async function loadTests(): Promise<void> {
  const standIn = new URL('./collected-tests.ts', import.meta.url).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vitest' && context.parentURL !== standIn ? { url: standIn, shortCircuit: true } : next(specifier, context),
  })
  // Otherwise a new process for each mutant in code that runs at load would read all sources again.
  enableCompileCache(resolve('../compiled'))
  // The same input in every run, so that the score changes only with the code.
  fc.configureGlobal({ seed: 1 })
  for (const file of globSync(TESTS, { exclude: [LEFT_OUT] }).sort())
    await collectFrom(file, () => import(pathToFileURL(resolve(file)).href))
}

/** First the tests beside the mutant, then the quickest: most mutants fail any of them. */
function selectTests({ testFilter, sandboxFileName }: MutantRunOptions): [string, CollectedTest][] {
  const wanted = testFilter && new Set(testFilter)
  const folder = dirname(sandboxFileName)
  const distance = ({ file, milliseconds }: CollectedTest): number => (dirname(resolve(file)) === folder ? 0 : 1_000) + milliseconds
  const selected = [...collectedTests].filter(([id]) => wanted?.has(id) ?? true)
  return selected.sort(([, one], [, other]) => distance(one) - distance(other))
}

async function runTests(tests: readonly [string, CollectedTest][], { bails }: { bails: boolean }): Promise<CompleteDryRunResult> {
  const results: TestResult[] = []
  for (const [id, test] of tests) {
    const result = await runTest(id, test)
    results.push(result)
    if (bails && result.status === TestStatus.Failed) break
  }
  return { status: DryRunStatus.Complete, tests: results }
}

async function runTest(id: string, test: CollectedTest): Promise<TestResult> {
  const started = performance.now()
  namespace.currentTestId = id
  const failure = await findFailure(test)
  namespace.currentTestId = undefined
  test.milliseconds = performance.now() - started
  const result = { id, name: test.name, timeSpentMs: test.milliseconds, fileName: resolve(test.file) }
  return failure === undefined
    ? { ...result, status: TestStatus.Success }
    : { ...result, status: TestStatus.Failed, failureMessage: failure || 'It failed' }
}

async function findFailure({ run }: CollectedTest): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

const coverage = () => (namespace.mutantCoverage ? { mutantCoverage: namespace.mutantCoverage } : {})

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'in-process', createTestRunner)]
