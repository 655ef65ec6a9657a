// A configured model as the agent uses it: requests the next step and retries if that may help. The output of a failed try is
// discarded.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { loadOnce } from '@countersign/protocol'
import type { Model, ModelRequest, ModelStep } from '../model.ts'
import { checkLength } from './check-length.ts'
import { loadModel } from './load-model.ts'
import type { ModelSettings } from './model-settings.ts'
import { describeProblem } from './problems/describe-problem.ts'
import { type Case, type Found, findProblem } from './problems/find-problem.ts'
import { takeStep } from './take-step.ts'

const TRIES: Partial<Record<Case, number>> = { overloaded: 5, failing: 4, unreachable: 3, cut: 3, silent: 2, malformed: 2, empty: 2 }
/** If the provider asks for a longer wait, the person decides. */
const LONGEST_WAIT_MILLISECONDS = 60_000
const FIRST_WAIT_MILLISECONDS = 1_000

export interface ModelOptions {
  /** The wait before the second try; doubled for each further one. */
  readonly firstWaitMilliseconds?: number
}

export function createModel(settings: ModelSettings, { firstWaitMilliseconds = FIRST_WAIT_MILLISECONDS }: ModelOptions = {}): Model {
  const model = loadOnce(() => loadModel(settings))
  return {
    name: settings.name,
    provider: settings.provider,
    prices: settings.prices,
    step: async (request) => {
      checkLength(settings, request)
      return askUntilAnswered(await model(), settings, request, firstWaitMilliseconds)
    },
  }
}

async function askUntilAnswered(
  model: LanguageModelV4,
  settings: ModelSettings,
  request: ModelRequest,
  firstWait: number,
): Promise<ModelStep> {
  for (let tries = 1; ; tries++) {
    try {
      return await takeStep(model, settings, request)
    } catch (error) {
      request.signal.throwIfAborted()
      const found = findProblem(error)
      const wait = found.waitMilliseconds ?? backoff(firstWait, tries)
      if (!mayTryAgain(found, tries, wait)) throw describeProblem(found, settings, tries)
      request.onRestart()
      await sleep(wait, undefined, { signal: request.signal })
    }
  }
}

const mayTryAgain = ({ is }: Found, tries: number, wait: number): boolean => tries < (TRIES[is] ?? 1) && wait <= LONGEST_WAIT_MILLISECONDS

/** Randomised, so that many sessions do not retry at the same moment. */
const backoff = (firstWait: number, tries: number): number => firstWait * 2 ** (tries - 1) * (0.75 + Math.random() / 2)
