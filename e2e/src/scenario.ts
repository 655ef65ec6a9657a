// A test over real processes that names the requirements it verifies.
import { test } from 'vitest'
import type { RequirementId } from './requirements.ts'

export interface ScenarioOptions {
  /** At least one; a test that verifies none is a plain test. */
  readonly verifies: readonly [RequirementId, ...RequirementId[]]
  readonly seconds?: number
}

/** A limit, not a measurement: a busy machine is slow. */
const DEFAULT_SECONDS = 240

export function scenario(sentence: string, { seconds = DEFAULT_SECONDS }: ScenarioOptions, run: () => Promise<void>): void {
  test(sentence, { timeout: seconds * 1000 }, run)
}
